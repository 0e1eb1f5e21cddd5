import { isBuiltin } from 'node:module'
import { functionEntries, threadEntries } from '#infra/bundling.ts'
import { WITH_KEPT_BUILDS } from '#infra/kept-build.ts'
import { functionsOf, synthesiseWhole } from '#infra/test-support/synthesise.ts'
import { isWithin } from '../limits.ts'
import { bundleLimit, readBundle } from './bundles.ts'

Object.assign(process.env, WITH_KEPT_BUILDS)

test('every function has an entry', () => {
  expect(functionEntries).toHaveLength(Object.keys(functionsOf(synthesiseWhole())).length)
})

test.each([...functionEntries, ...threadEntries])(
  '%s stays within its size when bundled as for a deployment',
  (entry) => {
    const { kilobytes, loadedAtStart } = readBundle(entry)
    // `node:http` loads WebSocket and undici in 30 ms of processor time, for plain HTTP that no function speaks in the
    // cloud.
    expect(loadedAtStart).not.toContain('node:http')
    // A module left out of the bundle would be missing when the function starts.
    expect(loadedAtStart.filter((name) => !isBuiltin(name))).toEqual([])
    const figure = { limit: bundleLimit(entry), of: entry, value: kilobytes }
    expect({ ...figure, isWithin: isWithin(figure) }).toEqual({ ...figure, isWithin: true })
  },
)
