import type { JsonObject } from '../../core/index.ts'
import { ProfileError } from './profile-error.ts'
import { allowances } from './profile.ts'
import type { Allowance, ConformanceSettings, MockSettings } from './profile.ts'
import { texts } from './shaped.ts'

/**
 * @param baseline the resolved path
 * @param patienceAt where the patience stands, for messages
 * @throws ProfileError when the patience is longer than anybody's
 */
export async function conformanceSettings(
  { allow, rate, budget, receiverUrl, patience }: JsonObject,
  baseline: string | undefined,
  patienceAt: string,
): Promise<ConformanceSettings> {
  return {
    allow: texts(allow).filter(isAllowance),
    ...(typeof rate === 'number' ? { rate } : {}),
    ...(typeof budget === 'number' ? { budget } : {}),
    ...(typeof receiverUrl === 'string' ? { receiverUrl: receiverUrl.replace(/\/+$/, '') } : {}),
    ...(typeof patience === 'string' ? { patienceMs: await millisecondsIn(patience, patienceAt) } : {}),
    ...(baseline === undefined ? {} : { baseline }),
  }
}

async function millisecondsIn(patience: string, at: string): Promise<number> {
  const { parseDuration } = await import('../../webhooks/index.ts')
  const milliseconds = parseDuration(patience)
  if (milliseconds !== undefined) return milliseconds
  throw new ProfileError([`${at}: conformance.patience is too long; ten years must do`])
}

function isAllowance(name: string): name is Allowance {
  return allowances.some((known) => known === name)
}

export function mockSettings({ port, host, serviceVersion }: JsonObject, fixtures: string | undefined): MockSettings {
  return {
    ...(typeof port === 'number' ? { port } : {}),
    ...(typeof host === 'string' ? { host } : {}),
    ...(fixtures === undefined ? {} : { fixtures }),
    ...(typeof serviceVersion === 'string' ? { serviceVersion } : {}),
  }
}
