/* Starts Swagger UI on this mock's contract and fills in the chosen demo key. */
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

function start(contract, keys) {
  const ui = globalThis.SwaggerUIBundle({
    spec: contract,
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
    onComplete: () => {
      const schemes = bearerSchemes(contract)
      offerKeys(keys, (key) => {
        for (const scheme of schemes) {
          if (key === '') ui.authActions.logout([scheme])
          else ui.preauthorizeApiKey(scheme, key)
        }
      })
    },
  })
}

Promise.all([readJson('/playground/openapi.json'), readJson('/playground/keys.json')]).then(
  ([contract, keys]) => start(contract, keys),
  (error) => {
    document.getElementById('reference').textContent = `The contract could not be loaded: ${error.message}`
  },
)
