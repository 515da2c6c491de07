/**
 * Calls what is handed in during one turn of the event loop at the end of that turn, one after the other: to deal with
 * all answers that have come in a row is quicker than to deal with each between two reads of the network.
 */
export function createTogether(): (call: () => void) => void {
  let calls: (() => void)[] = []

  function callAll(): void {
    const now = calls
    calls = []
    for (const call of now) call()
  }

  return call => {
    if (calls.length === 0) setImmediate(callAll)
    calls.push(call)
  }
}
