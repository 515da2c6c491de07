/* A Swagger UI plugin: the last line of a description that tells a node's basis is shown as badges. */
'use strict'

globalThis.basisBadges = ({ React }) => {
  const line = /(?:^|\n)((?:Stated|Assumed): [A-Z0-9, -]+(?: · Assumed: [A-Z0-9-]+)?)\s*$/

  const badge = (part) => {
    const [kind, ids] = part.split(': ')
    const word = kind.toLowerCase()
    const title =
      word === 'stated' ? "The service's documentation says so." : 'The documentation leaves this open; a plausible guess.'
    return React.createElement('span', { key: word, className: `basis basis-${word}`, title }, `${word} ${ids}`)
  }

  const withBadges = (Markdown) => (props) => {
    const found = typeof props.source === 'string' ? line.exec(props.source) : null
    if (found === null) return React.createElement(Markdown, props)
    const source = props.source.slice(0, found.index).trimEnd()
    return React.createElement(
      React.Fragment,
      null,
      source === '' ? null : React.createElement(Markdown, { ...props, source }),
      React.createElement('div', { className: 'basis-line' }, found[1].split(' · ').map(badge)),
    )
  }

  return { wrapComponents: { Markdown: withBadges } }
}
