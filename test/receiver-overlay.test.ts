/** The receiver's checks where a deployment writes its notifications in its own way. */
import { expect, test } from 'vitest'
import { loadContract } from '../src/contract/index.ts'
import { runChecks } from '../src/conformance/receiver-check/index.ts'
import { receiverAreas } from '../suites/receiver/index.ts'
import { startReceiverUnderTest } from './receivers/recipe.ts'
import { isFields } from './receivers/sound-recipe.ts'

const token = 'Zk3vR8-test-token-Qm41xW'

test('a receiver that reads the notifications of an overlay passes what needs no more than its answers', async () => {
  const contract = await loadContract({ overlays: ['openapi/overlays/ejemplo-es.yaml'] })
  const receiver = await startReceiverUnderTest(undefined, {
    token,
    understand(value) {
      // As this deployment has it: `seccion` and `registro` within `aviso`.
      if (!isFields(value) || !isFields(value['aviso'])) throw new Error('no object')
      const { seccion, registro } = value['aviso']
      if (typeof seccion !== 'string' || typeof registro !== 'string') throw new Error('no section or record')
      return { section: seccion, recordId: registro }
    },
  })
  const { cases } = await runChecks({
    contract,
    sender: { url: new URL(receiver.url) },
    token,
    section: 'entities',
    recordId: '1',
    areas: receiverAreas.filter(({ area }) => ['acceptance', 'authentication', 'payload', 'http'].includes(area)),
    seed: 1,
    timeoutMs: 10_000,
    repeat: (id) => id,
  })
  await receiver.close()
  const judged = cases.filter(({ result }) => result.verdict !== 'inconclusive')
  expect(judged.filter(({ result }) => !['pass', 'confirmed'].includes(result.verdict))).toEqual([])
  expect(judged.length).toBeGreaterThan(55)
  const sent = cases.flatMap(({ exchanges }) => exchanges.map(({ request }) => request.body?.text ?? ''))
  expect(sent.some((body) => body.includes('"seccion":"terceros"'))).toBe(true)
  expect(JSON.stringify(cases)).not.toContain(token)
})
