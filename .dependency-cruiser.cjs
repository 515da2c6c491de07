/**
 * The architecture test: who may import whom, where a library may stand, no circles. Run by `npm run lint`.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const folders = {
  core: [],
  contract: ['core'],
  store: ['core'],
  service: ['core', 'store'],
  webhooks: ['core', 'store'],
  client: ['core', 'contract'],
  mock: ['core', 'contract', 'store', 'service', 'webhooks'],
  testing: ['mock'],
  conformance: ['core', 'contract', 'client'],
  cli: ['core', 'contract', 'store', 'service', 'webhooks', 'client', 'mock', 'conformance'],
}

/** Rooms with a door of their own: what only some commands need, and nobody else shall load. */
const ownDoors = ['^src/store/(sqlite|postgres)/index\\.ts$', '^src/contract/(explain|lint|overlay|typescript)/index\\.ts$']

const test = '\\.test\\.ts$'

const directions = Object.entries(folders).map(([folder, allowed]) => ({
  name: `${folder}-imports-only-${allowed.join('-') || 'nothing'}`,
  comment: `src/${folder} may import from: ${allowed.join(', ') || 'nothing'}`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: test },
  to: { path: '^src/', pathNot: `^src/(${[folder, ...allowed].join('|')})/` },
}))

/** A library stays in its place, so that replacing it is one folder's work. */
const places = [
  { library: 'fastify', place: '^src/mock/' },
  { library: 'pino', place: '^src/(mock|cli)/' },
  { library: 'node:sqlite', place: '^src/store/sqlite/' },
  { library: 'pg', place: '^src/store/postgres/' },
  { library: 'vitest', place: '^src/(conformance|store/suite|testing)/' },
  { library: 'yargs', place: '^src/cli/' },
  { library: 'undici', place: '^src/(webhooks|conformance)/' },
  { library: 'liquidjs', place: '^src/service/documents/' },
  { library: 'pdfmake', place: '^src/service/documents/' },
  { library: 'parse5', place: '^src/service/documents/' },
  { library: 'stdnum', place: '^src/service/tax-ids/' },
  { library: 'json-p3', place: '^src/contract/' },
  { library: 'prom-client', place: '^src/mock/metrics/' },
].map(({ library, place }) => ({
  name: `${library.replace(':', '-')}-in-its-place`,
  comment: `${library} is imported only under ${place}`,
  severity: 'error',
  from: { path: '^src/', pathNot: [place, test] },
  to: { path: library.startsWith('node:') ? `^(node:)?${library.slice(5)}$` : `(^|/)node_modules/${library}(/|$)` },
}))

module.exports = {
  forbidden: [
    ...directions,
    ...places,
    {
      name: 'no-circles',
      comment: 'two modules that import each other are one module in two files',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'through-the-door',
      comment: "a folder of src is entered through its index.ts; nobody reaches into another folder's room",
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: test },
      to: { path: '^src/([^/]+)/', pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$', ...ownDoors] },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: test },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^(src|node_modules|node:|sqlite|fastify|pg)',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'], extensions: ['.ts', '.js', '.json'] },
  },
}
