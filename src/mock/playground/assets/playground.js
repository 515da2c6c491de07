/* Starts Swagger UI on this mock's contract, with the chosen demo key filled in, or on its control API. */
'use strict'

const darkMode = matchMedia('(prefers-color-scheme: dark)')
const followColours = () => document.documentElement.classList.toggle('dark-mode', darkMode.matches)
darkMode.addEventListener('change', followColours)
followColours()

async function readJson(path) {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}

function bearerSchemes(contract) {
  const used = new Set((contract.security ?? []).flatMap(Object.keys))
  const schemes = Object.entries(contract.components?.securitySchemes ?? {})
  const bearer = schemes.filter(([, scheme]) => scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'bearer')
  return bearer.map(([name]) => name).filter((name) => used.size === 0 || used.has(name))
}

function offerKeys(keys, use) {
  const select = document.getElementById('key')
  const description = document.getElementById('key-description')
  for (const { login, key } of keys) select.add(new Option(login, key))
  select.add(new Option('nobody (no key)', ''))
  const choose = () => {
    const chosen = keys.find(({ key }) => key === select.value)
    description.textContent = chosen?.description ?? 'No Authorization header is sent.'
    use(select.value)
  }
  select.addEventListener('change', choose)
  choose()
}

function show(spec, onComplete) {
  const ui = globalThis.SwaggerUIBundle({
    spec,
    dom_id: '#reference',
    layout: 'BaseLayout',
    plugins: [globalThis.basisBadges],
    deepLinking: true,
    displayOperationId: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
    validatorUrl: null,
    onComplete: () => onComplete(ui),
  })
}

async function showContract() {
  const [contract, keys] = await Promise.all([readJson('/playground/openapi.json'), readJson('/playground/keys.json')])
  const schemes = bearerSchemes(contract)
  show(contract, (ui) => {
    offerKeys(keys, (key) => {
      for (const scheme of schemes) {
        if (key === '') ui.authActions.logout([scheme])
        else ui.preauthorizeApiKey(scheme, key)
      }
    })
  })
}

/* Its token, where one is needed, is filled in by Swagger UI's own button. */
async function showControl() {
  show(await readJson('/playground/control.json'), () => {})
}

const showsControl = new URLSearchParams(location.search).get('show') === 'control'
document.documentElement.classList.toggle('control', showsControl)
for (const link of document.querySelectorAll('.bar-documents a')) {
  if (link.href.endsWith('control') === showsControl) link.setAttribute('aria-current', 'page')
}
const showing = showsControl ? showControl() : showContract()
showing.catch((error) => {
  document.getElementById('reference').textContent = `The document could not be loaded: ${error.message}`
})
