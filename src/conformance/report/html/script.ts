/** What the page does by itself: filters, the theme, copying, opening what a link leads to. Plain ES2020. */
export const script = String.raw`
(function () {
  'use strict'
  var root = document.documentElement
  var all = function (selector, within) { return Array.prototype.slice.call((within || document).querySelectorAll(selector)) }
  var one = function (selector) { return document.querySelector(selector) }

  // The theme: the reader's own unless chosen here. A page from a disk may not be allowed to remember.
  var theme = one('#theme')
  var dark = window.matchMedia('(prefers-color-scheme: dark)')
  function remembered() { try { return localStorage.getItem('ensayo-theme') } catch (error) { return null } }
  function remember(name) { try { localStorage.setItem('ensayo-theme', name) } catch (error) { return } }
  function isDark() { return root.dataset.theme ? root.dataset.theme === 'dark' : dark.matches }
  function label() { theme.textContent = isDark() ? 'Light' : 'Dark'; theme.setAttribute('aria-label', 'Switch to the ' + (isDark() ? 'light' : 'dark') + ' theme') }
  var chosen = remembered()
  if (chosen === 'dark' || chosen === 'light') root.dataset.theme = chosen
  theme.hidden = false
  label()
  theme.addEventListener('click', function () { root.dataset.theme = isDark() ? 'light' : 'dark'; remember(root.dataset.theme); label() })
  dark.addEventListener('change', label)

  // Filters. No verdict chosen means all of them.
  var form = one('.filters')
  var cases = all('details.case')
  var chips = all('.chip')
  var texts = new Map()
  function textOf(element) {
    if (!texts.has(element)) texts.set(element, element.textContent.toLowerCase())
    return texts.get(element)
  }
  function apply() {
    var verdicts = chips.filter(function (chip) { return chip.getAttribute('aria-pressed') === 'true' }).map(function (chip) { return chip.dataset.verdict })
    var area = form.elements.area.value
    var basis = form.elements.basis.value
    var words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean)
    var shown = 0
    cases.forEach(function (element) {
      var data = element.dataset
      var fits = (verdicts.length === 0 || verdicts.indexOf(data.verdict) >= 0) && (area === '' || area === data.area) &&
        (basis === '' || basis === data.basis) && words.every(function (word) { return textOf(element).indexOf(word) >= 0 })
      element.hidden = !fits
      if (fits) shown += 1
    })
    all('section.area').forEach(function (section) { section.hidden = !section.querySelector('details.case:not([hidden])') })
    one('.shown').textContent = shown === cases.length ? cases.length + ' cases' : shown + ' of ' + cases.length + ' cases'
    one('.empty').hidden = shown > 0
  }
  function reset() {
    chips.forEach(function (chip) { chip.setAttribute('aria-pressed', 'false') })
    form.reset()
    apply()
  }
  form.hidden = false
  form.addEventListener('submit', function (event) { event.preventDefault() })
  form.addEventListener('input', apply)
  chips.forEach(function (chip) {
    chip.addEventListener('click', function () {
      chip.setAttribute('aria-pressed', chip.getAttribute('aria-pressed') === 'true' ? 'false' : 'true')
      apply()
    })
  })
  one('.reset').addEventListener('click', reset)
  function openShown(open) { cases.forEach(function (element) { if (!element.hidden) element.open = open }) }
  one('#expand').addEventListener('click', function () { openShown(true) })
  one('#collapse').addEventListener('click', function () { openShown(false) })
  apply()

  // A link into something folded or filtered away brings it to light.
  function reveal() {
    var target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (!target) return
    var inside = target.closest('details.case')
    if ((inside && inside.hidden) || (target.closest('section.area') && target.closest('section.area').hidden)) reset()
    for (var element = target; element; element = element.parentElement) if (element.tagName === 'DETAILS') element.open = true
    target.scrollIntoView()
  }
  window.addEventListener('hashchange', reveal)
  reveal()

  // Commands are for copying.
  all('pre.command').forEach(function (command) {
    if (!navigator.clipboard) return
    var button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', function () {
      navigator.clipboard.writeText(command.querySelector('code').textContent).then(
        function () { button.textContent = 'Copied' },
        function () { button.textContent = 'Not allowed' },
      ).then(function () { setTimeout(function () { button.textContent = 'Copy' }, 1500) })
    })
    command.appendChild(button)
  })

  // On paper nothing can be unfolded: statements and whatever did not hold are told whole.
  var folded = []
  window.addEventListener('beforeprint', function () {
    folded = all('details.panel, details.case').filter(function (element) {
      return !element.open && ['pass', 'confirmed', 'not-run'].indexOf(element.dataset.verdict) < 0
    })
    folded.forEach(function (element) { element.open = true })
  })
  window.addEventListener('afterprint', function () { folded.forEach(function (element) { element.open = false }) })
})()
`
