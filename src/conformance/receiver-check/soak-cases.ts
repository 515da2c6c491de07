/** What a soak shows, as verdicts: the same reports tell of it as of the checks. */
import type { CaseReport } from '../run-report.ts'
import { broken, held, interrupted } from '../verdict.ts'
import type { Basis, Deviation, Verdict } from '../verdict.ts'
import type { SoakReport } from './soak-report.ts'

export const soakArea = { area: 'soak', title: 'Soak' }

interface Law {
  id: string
  title: string
  source: string
  reason: string
  cure: string
  evidence: string
  judge: (report: SoakReport) => { evidence: string } | { deviation: Deviation } | { unjudged: string; cure: string }
}

const laws: readonly Law[] = [
  {
    id: 'RCV-SOAK-ANSWERS',
    title: 'Over a long time, every notification is accepted in the end',
    source: 'HOOK-5, HOOK-6',
    reason: 'What stays refused after its retries is given up by the service, and is not told of again.',
    cure: 'Look at what the receiver logs when it begins to refuse: connections, memory, a queue that only grows.',
    evidence: 'No notification given up after five retries.',
    judge({ sent, accepted, retries, givenUp, latencyMs }) {
      if (givenUp === 0 && accepted > 0) {
        return { evidence: `${accepted} of ${sent} sent were accepted, after ${retries} retries; p99 ${rounded(latencyMs.p99)} ms` }
      }
      return { deviation: { message: `${givenUp} notifications were not accepted after all their retries`, expected: 'none', found: String(givenUp) } }
    },
  },
  ofState('lost', {
    id: 'RCV-SOAK-LOST',
    title: 'Over a long time, nothing that was accepted is lost',
    reason: '2xx says that you have it, and it never comes again.',
    cure: 'Store each event durably before you answer, and work until it is done. Compare with the API every night to find what is missing.',
  }),
  ofState('doubled', {
    id: 'RCV-SOAK-DOUBLED',
    title: 'Over a long time, nothing is there twice',
    reason: 'Among many notifications there are always some that come twice, or at once.',
    cure: "Write under the record's id, with a unique key in the database and one statement that inserts or updates.",
  }),
  ofState('stale', {
    id: 'RCV-SOAK-STALE',
    title: 'In the end, every record is as the API has it',
    reason: 'An older reading that is written after a newer one stays until somebody changes the record again.',
    cure: 'Work on the events of one record one after the other, and read it when you work on it, not before.',
  }),
]

function ofState(which: 'lost' | 'doubled' | 'stale', told: Omit<Law, 'source' | 'evidence' | 'judge'>): Law {
  return {
    ...told,
    source: 'HOOK-5, HOOK-6',
    evidence: `No record ${which} among those whose notifications were accepted.`,
    judge({ state }) {
      if (state === undefined) {
        return {
          unjudged: "the receiver's state cannot be compared with the API's",
          cure: 'Give --probe, and have the receiver read from our mock: --api, with --start for its command.',
        }
      }
      const { told, seen, isBlank } = state
      if (told === 0) return { unjudged: 'no notification of a record was accepted, so none has to be there', cure: 'See RCV-SOAK-ANSWERS first.' }
      if (isBlank || (seen === 0 && which !== 'lost')) {
        return { unjudged: 'the probe shows none of the records', cure: 'Have --probe print the records as the receiver has them, with their names.' }
      }
      const ids = state[which]
      if (ids.length === 0) return { evidence: `of ${told} records none is ${which}` }
      const some = ids.slice(0, 10).join(', ')
      return { deviation: { message: `${ids.length} of ${told} records are ${which}`, expected: 'none', found: `${some}${ids.length > 10 ? ', …' : ''}` } }
    },
  }
}

export function soakCases(report: SoakReport, { repeat, isInterrupted }: { repeat: string; isInterrupted: boolean }): CaseReport[] {
  return laws.map(({ judge, source, cure, ...law }) => {
    const basis: Basis = { kind: 'must', source }
    return {
      ...law,
      area: soakArea.area,
      basis,
      safety: 'webhook',
      result: isInterrupted ? interrupted : verdictOf(judge(report), basis, cure),
      durationMs: report.wish.durationMs,
      notes: [],
      exchanges: [],
      notifications: [],
      repeat,
    }
  })
}

function verdictOf(seen: ReturnType<Law['judge']>, basis: Basis, cure: string): Verdict {
  if ('unjudged' in seen) return { verdict: 'inconclusive', reason: seen.unjudged, cure: seen.cure }
  return 'evidence' in seen ? held(basis, seen.evidence) : broken(basis, { cure, ...seen.deviation })
}

function rounded(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 10 ? 1 : 0)
}
