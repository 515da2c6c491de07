/** Every suite, in the order of the interface's description. */
import type { Suite } from '../src/conformance/index.ts'
import { authenticationSuite } from './authentication.suite.ts'
import { columnsSuite } from './columns.suite.ts'
import { documentsSuite } from './documents.suite.ts'
import { errorsSuite } from './errors.suite.ts'
import { generatedSuite } from './generated.suite.ts'
import { pathsSuite } from './paths.suite.ts'
import { permissionsSuite } from './permissions.suite.ts'
import { pingSuite } from './ping.suite.ts'
import { reportsSuite } from './reports.suite.ts'
import { toolsSuite } from './tools.suite.ts'
import { usersSuite } from './users.suite.ts'
import { webhooksSuite } from './webhooks.suite.ts'
import { writesSuite } from './writes.suite.ts'

export const suites: readonly Suite[] = [
  pingSuite,
  authenticationSuite,
  usersSuite,
  permissionsSuite,
  pathsSuite,
  errorsSuite,
  reportsSuite,
  columnsSuite,
  documentsSuite,
  writesSuite,
  toolsSuite,
  webhooksSuite,
  generatedSuite,
]
