import { isBuiltin } from 'node:module'
import { functionsOf, synthesise } from '#infra/test-support/synthesise.ts'
import { bars } from '../bars.ts'
import { DOCUMENTED, readResults } from '../results.ts'
import { bundleFunction, functionEntries } from './bundles.ts'

const LIMIT = bars.bundle.limit.atMost
/** What a small change of the code may do before docs/performance.json is measured anew. */
const TOLERANCE = 0.02

const documented = new Map(
  readResults(DOCUMENTED).functions?.figures.map(({ what, value }) => [what, value] as const),
)

test('every function has an entry', () => {
  expect(functionEntries).toHaveLength(Object.keys(functionsOf(synthesise('prod'))).length)
})

test.each(functionEntries)(`%s is at most ${LIMIT} kB when bundled as for a deployment`, async (entry) => {
  const { kilobytes, largest, loadedAtStart } = await bundleFunction(entry)
  // Brings WebSocket and with it undici along: 30 ms of processor time, for plain HTTP that nothing here speaks in the cloud.
  expect(loadedAtStart).not.toContain('node:http')
  // Whatever else is left out of a bundle is not there when it starts.
  expect(loadedAtStart.filter((name) => !isBuiltin(name))).toEqual([])
  const size = `${entry}: ${kilobytes.toFixed(1)} kB`
  const parts = largest.map(({ name, kilobytes: part }) => `${name} ${part.toFixed(1)}`).join(', ')
  if (kilobytes > LIMIT) throw new Error(`${size}, ${LIMIT} at most. Largest parts: ${parts}`)
  const known = documented.get(entry) ?? 0
  if (Math.abs(kilobytes / known - 1) > TOLERANCE)
    throw new Error(`${size}, documented are ${known}: npm run bench -- --only functions --write`)
})
