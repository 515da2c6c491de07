/** What the cases are judged against when Vitest runs them: a mock of its own, or what the environment names. */
import { exclusion, openSession, safeties } from '../../src/conformance/index.ts'
import type { CaseReport, Planned, Safety } from '../../src/conformance/index.ts'
import { loadContract } from '../../src/contract/index.ts'
import { demandConsent } from '../../src/cli/conform/consent.ts'
import { baseOf, judgedTarget } from '../../src/cli/conform/judged-target.ts'
import { demandAnswer } from '../../src/cli/conform/preflight.ts'
import { newMark } from '../../src/cli/conform/sweep.ts'
import { contractSettings } from '../../src/cli/profile/index.ts'

export interface Judging {
  url: string
  /** Whether cases may be judged at the same time. */
  isConcurrent: boolean
  judge(plan: Planned): Promise<CaseReport>
  /** Resolves with what the run has left behind, a line each. */
  close(): Promise<string[]>
}

const timeoutMs = 15_000

/**
 * `ENSAYO_TARGET` is a base URL, `ENSAYO_PROFILE` a profile, `ENSAYO_ALLOW` what may be done beside reading, joined by
 * commas, and `ENSAYO_YES=true` the owner's consent beyond this machine; keys are where `ensayo conform` looks for them.
 */
export async function openJudging(environment: Readonly<Record<string, string | undefined>>): Promise<Judging> {
  const chosen = environment['ENSAYO_VITEST'] === 'target' ? environment : {}
  const { profile, overlays, overrideStated } = await contractSettings({ profile: chosen['ENSAYO_PROFILE'] ?? false }, process.cwd())
  const contract = await loadContract({ overlays, overrideStated })
  const url = chosen['ENSAYO_TARGET'] ?? profile?.baseUrl
  const given = chosen['ENSAYO_ALLOW']?.split(',').map((name) => name.trim()) ?? profile?.conformance.allow ?? []
  const allowed = new Set<Safety>(safeties.filter((safety) => safety === 'read' || given.some((name) => name === safety)))
  if (url !== undefined) {
    const baseUrl = baseOf(url)
    const given = chosen['ENSAYO_YES'] === 'true'
    await demandConsent({ url: baseUrl, allowed, given, input: process.stdin, output: process.stderr })
    await demandAnswer({ baseUrl, contract, timeoutMs })
  }
  const run = newMark()
  const judged = await judgedTarget({ contract, profile, url, fixtures: undefined, controlToken: undefined, allowed, run, environment })
  const { target } = judged
  const session = openSession({
    target,
    allowed: judged.allowed,
    seed: 1,
    run,
    timeoutMs,
    post: { patienceMs: 30_000 },
    repeat: (id) => `ensayo conform${url === undefined ? '' : ` --target ${url}`} --only ${id}`,
    ...(target.kind === 'mock' ? {} : { pace: { rate: profile?.conformance.rate ?? 10, budget: profile?.conformance.budget ?? 2000, wrongKeys: 40 } }),
  })
  return {
    url: target.baseUrl,
    isConcurrent: target.isolated,
    async judge(plan) {
      const reason = exclusion(plan, { allowed: judged.allowed, target })
      return reason === undefined ? session.judge(plan) : session.set(plan, reason)
    },
    async close() {
      const { leftovers } = await session.close()
      await judged.close()
      return leftovers.map(({ section, recordId, why }) => `${section} ${recordId} is still there: ${why}; ensayo conform --sweep ${run}`)
    },
  }
}
