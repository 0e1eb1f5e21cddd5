import { importResources } from '#shared/contract/admin/resources.ts'
import { listAudit } from '#shared/contract/admin/security.ts'
import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import type { AuditItem } from '#shared/entities/audit-entry.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { sampleResource } from '#shared/entities/samples.ts'
import { createResources } from '../data/resources.ts'
import { createAdministration } from '../test-support/administration.ts'
import { ADMITTED_CALLERS, type Callers, createCallers } from '../test-support/callers.ts'
import { setClock } from '../test-support/clock.ts'
import { wipe } from '../test-support/content.ts'
import { expectSafeAnswer, type GeneratedCall } from '../test-support/generated-calls.ts'
import { sampleCall, seedSamples } from '../test-support/samples.ts'
import { type Site, startSite } from '../test-support/site.ts'

// Property names that every object inherits, in each place of a request where a text is allowed.

/** One or two of each kind: an accessor, functions that a conversion calls, others, and one that functions have. */
const NAMES = ['__proto__', 'toString', 'valueOf', 'constructor', 'hasOwnProperty', 'prototype']

let site: Site
let callers: Callers
beforeAll(async () => {
  site = await startSite()
  site.store.bypassProxy()
  callers = createCallers(site)
  setClock(new Date())
})
afterAll(async () => {
  setClock(null)
  await site.stop()
})

/** Returns copies of the value, each with another of its texts replaced. */
function replaceEachText(value: unknown, name: string): unknown[] {
  if (typeof value === 'string') return [name]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    replaceEachText(part, name).map((replaced) =>
      Array.isArray(value) ? value.with(Number(key), replaced) : { ...value, [key]: replaced },
    ),
  )
}

/** The routes with a text in their sample request. */
const withTexts = (Object.entries(routes) as [RouteName, Route][]).filter(
  ([name]) => replaceEachText(sampleCall(name), '').length > 0,
)

test.each(withTexts)(
  '%s answers an inherited property name in place of each text without a fault',
  async (name, route) => {
    for (const text of NAMES) {
      await seedSamples(site)
      for (const each of replaceEachText(sampleCall(name), text) as GeneratedCall[]) {
        const { call } = await callers.callerFor(route, ADMITTED_CALLERS[route.access])
        expectSafeAnswer(await site.call(route, { ...call, ...each }), each)
      }
    }
  },
)

describe('an import of resources', () => {
  beforeAll(() => wipe(site.store.table, /^RESOURCE#/))
  const { track, theme, chapter, session, resourceType, type, title } = sampleResource
  /** Sends lines that differ in their years; `cells` gives id and title. */
  async function send(cells: (name: string) => { id: string; title: string }) {
    const { asOwner } = await createAdministration(site)
    const header = 'id;title;track;theme;chapter;year;session;resourceType;type;file'
    const rows = NAMES.map((name, index) => {
      const { id, title: given } = cells(name)
      return [id, given, track, theme, chapter, 2008 + index, session, resourceType, type, SAMPLE_DRIVE_ID]
    })
    const body = [header, ...rows.map((row) => row.join(';'))].join('\n')
    const { json } = await asOwner(importResources, { body, headers: { 'content-type': 'text/csv' } })
    const log = await asOwner(listAudit, { query: { action: 'CREATE_RESOURCES', limit: '1' } })
    return { lines: json['lines'], logged: log.json['items'] as AuditItem[] }
  }

  test('refuses such a name as an id, and reports its line', async () => {
    const errors = [{ path: 'id', message: "L'identifiant n'est pas valide" }]
    const { lines } = await send((name) => ({ id: name, title }))
    expect(lines).toEqual(NAMES.map((_, index) => ({ line: index + 2, outcome: 'refused', errors })))
    expect(await createResources(site.store.table).findMany(NAMES)).toEqual([])
  })

  test('accepts such a name as a title, and logs it', async () => {
    const { lines, logged } = await send((name) => ({ id: '', title: name }))
    expect(lines).toMatchObject(NAMES.map(() => ({ outcome: 'created' })))
    const titles = Object.values(logged[0]?.newValues ?? {}).map((values) => (values as Resource).title)
    expect(new Set(titles)).toEqual(new Set(NAMES))
  })
})
