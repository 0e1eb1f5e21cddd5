import * as fc from 'fast-check'
import type { Route } from '#shared/contract/route.ts'
import { routes } from '#shared/contract/routes.ts'
import { type Administration, administrationOf } from '../test-support/administration.ts'
import { DRIVE_ID } from '../test-support/content.ts'
import { settle } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
let admin: Administration
let studentId: string
beforeAll(async () => {
  site = await startSite()
  admin = await administrationOf(site)
  studentId = (await settle(site.store.table)).id
})
afterAll(() => site.stop())

const RUNS = 100
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 210 }),
  fc.constantFrom('', ' ', '\0', '\uD800', '__proto__', '=1+1', "'", 'é'.repeat(2_100), '%E0%A4%A', '../..'),
)
const nonsense = fc.oneof(text, fc.jsonValue())
/** Mostly what the field takes, so that the fuzz gets past the schema to what lies behind it. */
const mostly = (...good: unknown[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: nonsense })
const day = fc
  .tuple(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
  .map(([y, m, d]) =>
    [String(y).padStart(4, '0'), String(m).padStart(2, '0'), String(d).padStart(2, '0')].join('-'),
  )
const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(1e-200, 5e-324, -0, 1e126, 0.1 + 0.2))
const cursor = fc.oneof(
  text,
  fc
    .oneof(text, fc.constantFrom('2026-01-01T00:00:00.000Z#abc', 'a\tb', 'abc@x.y', '9'.repeat(300), 'éa\tb'))
    .map((each) => Buffer.from(each).toString('base64url')),
)
const query = {
  search: fc.oneof(text, fc.constantFrom('a', '@', 'ondes', 'ONDES méca')),
  limit: fc.oneof(text, fc.integer({ min: -2, max: 102 }).map(String)),
  cursor,
}
const address = fc.oneof(
  text,
  fc.tuple(fc.string({ minLength: 1, maxLength: 200 }), fc.domain()).map(([name, host]) => `${name}@${host}`),
  fc.constantFrom(
    `${'a'.repeat(250)}@x.y`,
    '=cmd|x@x.y',
    '<script>@x.y',
    'a/b@x.y',
    'a%41b@x.y',
    'proprietaire@exemple.test',
  ),
)
const resource = fc.record(
  {
    title: fc.oneof(text, fc.constant('Ondes')),
    description: text,
    track: mostly('SM', 'PC'),
    theme: mostly('ondes'),
    chapter: mostly('Ondes mécaniques progressives'),
    year: mostly('2020', '0000', '9999'),
    session: mostly('Normale', 'Rattrapage'),
    resourceType: mostly('exercise', 'course'),
    type: mostly('pdf', 'video'),
    file: mostly(DRIVE_ID, 'coming-soon', 'https://youtu.be/abcdefghijk', 'x'.repeat(200)),
    isFree: mostly(true, false),
    thumbnail: mostly(null, 'https://a.b/c', 'https://a.b/"><script>', 'javascript:alert(1)'),
    captions: mostly(null, DRIVE_ID),
  },
  {
    requiredKeys: [
      'title',
      'track',
      'theme',
      'chapter',
      'year',
      'session',
      'resourceType',
      'type',
      'file',
      'isFree',
    ],
  },
)
const CSV_COLUMNS =
  'id;track;theme;chapter;year;session;resourceType;type;title;description;file;isFree;thumbnail;captions'
const csvLine = fc
  .tuple(
    fc.oneof(fc.constant(''), fc.uuid(), text),
    mostly('SM'),
    mostly('ondes'),
    mostly('1', '2'),
    mostly('2019'),
    mostly('Normale'),
    mostly('exercise'),
    mostly('pdf'),
    fc.oneof(text, fc.constant('Titre')),
    text,
    mostly(DRIVE_ID),
    mostly('oui', ''),
    mostly(''),
    mostly(''),
  )
  .map((cells) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(';'))
const csv = fc.oneof(
  text,
  fc.array(csvLine, { maxLength: 5 }).map((lines) => [CSV_COLUMNS, ...lines].join('\n')),
  fc.tuple(fc.constantFrom(CSV_COLUMNS, ''), text).map(([header, rest]) => `${header}\n${rest}`),
)
const id = fc.oneof({ weight: 3, arbitrary: fc.uuid() }, { weight: 1, arbitrary: text })
const some = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { requiredKeys: [] })

/** Stands for the parameters of a student who exists. */
const THE_STUDENT = { id: 'student' }

type Parts = { params?: object; query?: object; body?: unknown }
const CALLS: Record<string, fc.Arbitrary<Parts>> = {
  listUsers: fc.record({ query: some(query) }),
  listPremium: fc.record({ query: some(query) }),
  listResources: fc.record({ query: some(query) }),
  listAudit: fc.record({ query: some(query) }),
  listBlocked: fc.record({ query: some(query) }),
  syncUsers: fc.record({ query: some(query) }),
  getUser: fc.record({ params: fc.record({ id }) }),
  setPremium: fc.record({
    params: fc.constant(THE_STUDENT),
    body: some({
      isPremium: mostly(true, true, true, false),
      until: fc.oneof(day, fc.constant(null), nonsense),
      payment: fc.oneof(fc.constant(null), some({ amount: number, means: text, reference: text })),
    }),
  }),
  diagnoseSession: fc.record({ params: fc.record({ id }) }),
  releaseSession: fc.record({ params: fc.record({ id }) }),
  deleteUser: fc.record({ params: fc.record({ id }) }),
  blockEmail: fc.record({ body: some({ email: address, reason: text }) }),
  unblockEmail: fc.record({ params: fc.record({ email: address }) }),
  addSubject: fc.record({
    query: some({ replace: mostly('true', 'false') }),
    body: some({
      track: mostly('SM', 'PC'),
      year: mostly('2019', '0000'),
      session: mostly('Normale'),
      file: mostly(DRIVE_ID, 'x'.repeat(200)),
    }),
  }),
  deleteSubject: fc.record({
    params: fc.record({ id: fc.oneof(id, fc.constantFrom('SM-2019-N', 'SM-2019-n')) }),
  }),
  addResource: fc.record({
    body: fc.oneof({ weight: 5, arbitrary: resource }, { weight: 1, arbitrary: nonsense }),
  }),
  updateResource: fc.record({ params: fc.record({ id }), body: resource }),
  deleteResource: fc.record({ params: fc.record({ id }) }),
  getResource: fc.record({ params: fc.record({ id }) }),
  importResources: fc.record({ query: some({ dryRun: mostly('true', 'false') }), body: csv }),
}

/** What a gateway would hand on of it: whole texts. */
const asTexts = (parts: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parts).map(([key, value]) => {
      const whole = (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
      return [key, whole]
    }),
  )

test.each(Object.entries(CALLS))(
  '%s never fails, whatever it is sent',
  async (name, arbitrary) => {
    const route = (routes as Record<string, Route>)[name]
    if (!route) throw new Error(name)
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ params, query: asked, body }) => {
        const answer = await admin.asOwner(route, {
          ...(params && { params: asTexts(params === THE_STUDENT ? { id: studentId } : params) }),
          ...(asked && { query: asTexts(asked) }),
          ...(body !== undefined && { body }),
          ...(typeof body === 'string' && { headers: { 'content-type': 'text/csv' } }),
        })
        expect(answer.status).toBeLessThan(500)
      }),
      { numRuns: RUNS },
    )
  },
  120_000,
)
