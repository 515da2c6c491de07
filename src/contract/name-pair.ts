/** Names of the toolkit and what a deployment calls the same things. */
import { ContractError } from './contract-error.ts'

export type Direction = 'toWire' | 'toMeaning'

export type NamePair = Record<Direction, (name: string) => string>

export const sameNames: NamePair = { toWire: (name) => name, toMeaning: (name) => name }

/**
 * Both directions, each the exact reverse of the other for any name at all. A name that the deployment has
 * given away (`name` is called `nombre` there) means nothing on its wire; in meaning it becomes one that means
 * nothing either, so that who sends it is told so instead of being understood.
 * @throws ContractError when two things would have one name
 */
export function namePair(names: ReadonlyMap<string, string>, where: string): NamePair {
  const back = new Map<string, string>()
  for (const [meaning, wire] of names) {
    const other = back.get(wire)
    if (other !== undefined) throw new ContractError(`${where}: ${other} and ${meaning} are both called ${wire}; give each its own name`)
    back.set(wire, meaning)
  }
  if ([...names].every(([meaning, wire]) => meaning === wire)) return sameNames
  const forth = new Map(names)
  for (const givenAway of names.keys()) {
    if (back.has(givenAway)) continue
    let last = givenAway
    for (let next = names.get(last); next !== undefined; next = names.get(last)) last = next
    forth.set(last, givenAway)
    back.set(givenAway, last)
  }
  return { toWire: (name) => forth.get(name) ?? name, toMeaning: (name) => back.get(name) ?? name }
}
