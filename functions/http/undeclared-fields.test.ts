import { type RouteName, routes } from '#shared/contract/routes.ts'
import { ADMITTED_CALLERS, type Callers, createCallers } from '../test-support/callers.ts'
import { sampleCall, seedSamples } from '../test-support/samples.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
let callers: Callers
beforeAll(async () => {
  site = await startSite()
  callers = createCallers(site)
  await seedSamples(site)
})
afterAll(() => site.stop())

test.each(Object.keys(routes) as RouteName[])('%s refuses a field that it does not declare', async (name) => {
  const { call } = await callers.callerFor(routes[name], ADMITTED_CALLERS[routes[name].access])
  const sample = sampleCall(name)
  for (const field of ['inconnu', 'constructor', '__proto__']) {
    const query = Object.fromEntries([...Object.entries(sample.query ?? {}), [field, 'x-1']])
    const { status, json, text } = await site.call(routes[name], { ...call, ...sample, query })
    expect({ field, status, json }).toMatchObject({
      status: 400,
      json: {
        code: 'INVALID_REQUEST',
        errors: [{ path: '', message: "L'adresse contient un paramètre inconnu" }],
      },
    })
    expect(text).not.toContain('x-1')
  }
})
