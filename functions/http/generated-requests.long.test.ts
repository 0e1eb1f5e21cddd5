import * as fc from 'fast-check'
import { importResources } from '#shared/contract/admin/resources.ts'
import { listAudit } from '#shared/contract/admin/security.ts'
import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import type { ErrorCode } from '#shared/domain/domain-error.ts'
import type { AuditItem } from '#shared/entities/audit-entry.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { sampleResource } from '#shared/entities/samples.ts'
import { COSTLY_RUNS } from '#shared/test-support/runs.ts'
import { createResources } from '../data/resources.ts'
import { createAdministration } from '../test-support/administration.ts'
import { ADMITTED_CALLERS, type CallerName, type Callers, createCallers } from '../test-support/callers.ts'
import { setClock } from '../test-support/clock.ts'
import { wipe } from '../test-support/content.ts'
import { expectSafeAnswer, type GeneratedCall, generatedCalls } from '../test-support/generated-calls.ts'
import { sampleCall, seedSamples } from '../test-support/samples.ts'
import { type Site, startSite } from '../test-support/site.ts'

// Requests of each route, sent through guard, use case and table.

/** Requests sent at once by one caller, below the limit of a minute. */
const BATCH = 50

let site: Site
let callers: Callers
beforeAll(async () => {
  site = await startSite()
  callers = createCallers(site)
  site.store.bypassProxy()
  setClock(new Date())
})
afterAll(async () => {
  setClock(null)
  await site.stop()
})

const named = Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][]

/** Refusals that a route need not declare: of the form of a request, and of a caller whose headers were changed. */
const ALWAYS_ALLOWED: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'AUTHENTICATION_REQUIRED',
  'PROOF_REQUIRED',
  'SESSION_INACTIVE',
]

/** Owners cannot delete their own account; delete-account.test.ts sends students' deletions at once. */
const callerNameFor = (route: Route): CallerName =>
  route === routes.deleteAccount ? 'primary owner' : ADMITTED_CALLERS[route.access]

test.each(named)(
  '%s answers no generated request with a server error, an undeclared one or internal details',
  async (name, route) => {
    const statuses = new Set<number>()
    const codes = new Set<unknown>()
    const batches = fc.array(generatedCalls(name), { minLength: BATCH, maxLength: BATCH })
    await fc.assert(
      fc.asyncProperty(batches, async (batch: GeneratedCall[]) => {
        await seedSamples(site)
        const { call } = await callers.callerFor(route, callerNameFor(route))
        const answers = await Promise.all(batch.map((each) => site.call(route, { ...call, ...each })))
        for (const [at, answer] of answers.entries()) {
          statuses.add(answer.status)
          if (answer.status >= 400) codes.add(answer.json.code)
          expectSafeAnswer(answer, batch[at])
          expect(answer.text).not.toContain(site.store.table.name)
        }
      }),
      // A failure names its request, so that the batch need not be shrunk, which takes minutes.
      { ...COSTLY_RUNS, endOnFailure: true },
    )
    const allowed = [...ALWAYS_ALLOWED, ...(route.params ? ['NOT_FOUND'] : []), ...route.errors]
    expect([...codes].filter((code) => !allowed.some((each) => each === code))).toEqual([])
    // Some requests of a route with input must have been refused.
    if (route.params ?? route.query ?? route.body)
      expect([400, 404].some((status) => statuses.has(status))).toBe(true)
  },
  600_000,
)

describe('a property name that every object inherits', () => {
  /** One or two of each kind: an accessor, functions that a conversion calls, others, and one that functions have. */
  const NAMES = ['__proto__', 'toString', 'valueOf', 'constructor', 'hasOwnProperty', 'prototype']

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

  test.each(named)('is answered by %s without a fault in place of each text', async (name, route) => {
    for (const text of NAMES) {
      await seedSamples(site)
      for (const each of replaceEachText(sampleCall(name), text) as GeneratedCall[]) {
        const { call } = await callers.callerFor(route, ADMITTED_CALLERS[route.access])
        expectSafeAnswer(await site.call(route, { ...call, ...each }), each)
      }
    }
  })

  test('is refused as an id of an imported resource, accepted as a title, and logged', async () => {
    // The entries of earlier imports are older.
    setClock(new Date(Date.now() + 1_000))
    await wipe(site.store.table, /^RESOURCE#/)
    const { asOwner } = await createAdministration(site)
    const { track, theme, chapter, session, resourceType, type, title } = sampleResource
    /** Sends lines that differ in their years; `cells` gives id and title. */
    const send = async (cells: (name: string) => [id: string, title: string]) => {
      const rows = NAMES.map((name, index) =>
        [
          ...cells(name),
          track,
          theme,
          chapter,
          2008 + index,
          session,
          resourceType,
          type,
          SAMPLE_DRIVE_ID,
        ].join(';'),
      )
      const header = 'id;title;track;theme;chapter;year;session;resourceType;type;file'
      const body = [header, ...rows].join('\n')
      return (await asOwner(importResources, { body, headers: { 'content-type': 'text/csv' } })).json['lines']
    }
    const errors = [{ path: 'id', message: "L'identifiant n'est pas valide" }]
    expect(await send((name) => [name, title])).toEqual(
      NAMES.map((_, index) => ({ line: index + 2, outcome: 'refused', errors })),
    )
    expect(await createResources(site.store.table).findMany(NAMES)).toEqual([])
    expect(await send((name) => ['', name])).toMatchObject(NAMES.map(() => ({ outcome: 'created' })))
    const { json } = await asOwner(listAudit, { query: { action: 'CREATE_RESOURCES', limit: '1' } })
    const [logged] = json['items'] as AuditItem[]
    const titles = Object.values(logged?.newValues ?? {}).map((values) => (values as Resource).title)
    expect(new Set(titles)).toEqual(new Set(NAMES))
  })
})
