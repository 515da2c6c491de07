/** Whether the receiver speaks HTTP as every sender may (RFC 9110, RFC 9112). */
import type { CheckArea } from '../../src/conformance/receiver-check/index.ts'
import { answerChecks } from './http-answers.ts'
import { connectionChecks } from './http-connections.ts'
import { requestChecks } from './http-requests.ts'
import { tlsChecks } from './http-tls.ts'

export const httpChecks: CheckArea = {
  area: 'http',
  title: 'HTTP',
  checks: [...requestChecks, ...connectionChecks, ...answerChecks, ...tlsChecks],
}
