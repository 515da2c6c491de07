/** What there is in a mock's fixtures that cases may use: `samples.json` of the fixture folder. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeyName, Samples } from '../../conformance/index.ts'
import { isJsonObject } from '../../core/index.ts'
import { samplesOf } from '../profile/samples.ts'
import { UsageError } from '../usage-error.ts'

export interface MockSamples {
  samples: Samples
  /** The logins of the users whose keys are the full, the limited and the second one. */
  users: { readonly [Name in KeyName]?: string }
}

const builtInFolder = join(import.meta.dirname, '..', '..', '..', 'fixtures')

/** @throws UsageError when the folder has none, or it is not an object of JSON */
export async function readMockSamples(folder: string = builtInFolder): Promise<MockSamples> {
  const file = join(folder, 'samples.json')
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (!isJsonObject(value)) throw new Error('it is not a JSON object')
    const { users, ...samples } = value
    return { samples: samplesOf(samples), users: isJsonObject(users) ? logins(users) : {} }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`${file}: the samples of the fixtures cannot be read: ${why}; see fixtures/README.md`)
  }
}

function logins({ full, limited, second }: Record<string, unknown>): MockSamples['users'] {
  return {
    ...(typeof full === 'string' ? { full } : {}),
    ...(typeof limited === 'string' ? { limited } : {}),
    ...(typeof second === 'string' ? { second } : {}),
  }
}
