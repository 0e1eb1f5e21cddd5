import * as fc from 'fast-check'
import type { RouteName } from '#shared/contract/routes.ts'
import { DRIVE_ID } from './content.ts'
import { type GeneratedCall, oddNumber, oddText } from './near-misses.ts'

// What an owner might send, field by field: most of it is what the field takes, so that much gets past the schemas to
// what lies behind them.

const nonsense = fc.oneof(oddText, fc.jsonValue())
/** Mostly what the field takes, so that the fuzz gets past the schema to what lies behind it. */
const mostly = (...good: unknown[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: nonsense })
const day = fc
  .tuple(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
  .map(([y, m, d]) =>
    [String(y).padStart(4, '0'), String(m).padStart(2, '0'), String(d).padStart(2, '0')].join('-'),
  )
const cursor = fc.oneof(
  oddText,
  fc
    .oneof(
      oddText,
      fc.constantFrom('2026-01-01T00:00:00.000Z#abc', 'a\tb', 'abc@x.y', '9'.repeat(300), 'éa\tb'),
    )
    .map((each) => Buffer.from(each).toString('base64url')),
)
const listQuery = {
  search: fc.oneof(oddText, fc.constantFrom('a', '@', 'ondes', 'ONDES méca')),
  limit: fc.oneof(oddText, fc.integer({ min: -2, max: 102 }).map(String)),
  cursor,
}
const address = fc.oneof(
  oddText,
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
    title: fc.oneof(oddText, fc.constant('Ondes')),
    description: oddText,
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
    fc.oneof(fc.constant(''), fc.uuid(), oddText),
    mostly('SM'),
    mostly('ondes'),
    mostly('1', '2'),
    mostly('2019'),
    mostly('Normale'),
    mostly('exercise'),
    mostly('pdf'),
    fc.oneof(oddText, fc.constant('Titre')),
    oddText,
    mostly(DRIVE_ID),
    mostly('oui', ''),
    mostly(''),
    mostly(''),
  )
  .map((cells) => cells.map((cell) => `"${textOf(cell).replaceAll('"', '""')}"`).join(';'))
const csv = fc.oneof(
  oddText,
  fc.array(csvLine, { maxLength: 5 }).map((lines) => [CSV_COLUMNS, ...lines].join('\n')),
  fc.tuple(fc.constantFrom(CSV_COLUMNS, ''), oddText).map(([header, rest]) => `${header}\n${rest}`),
)
/** Of nobody, as a rule. */
const id = fc.oneof({ weight: 3, arbitrary: fc.uuid() }, { weight: 1, arbitrary: oddText })
const some = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { requiredKeys: [] })

type Parts = { params?: object; query?: object; body?: unknown }

/** Stands for the parameters of a student who exists. */
const theStudent = { id: 'student' }

const inputs: Partial<Record<RouteName, fc.Arbitrary<Parts>>> = {
  listUsers: fc.record({ query: some(listQuery) }),
  listPremium: fc.record({ query: some(listQuery) }),
  listResources: fc.record({ query: some(listQuery) }),
  listAudit: fc.record({ query: some(listQuery) }),
  listBlocked: fc.record({ query: some(listQuery) }),
  syncUsers: fc.record({ query: some(listQuery) }),
  getUser: fc.record({ params: fc.record({ id }) }),
  setPremium: fc.record({
    params: fc.constant(theStudent),
    body: some({
      isPremium: mostly(true, true, true, false),
      until: fc.oneof(day, fc.constant(null), nonsense),
      payment: fc.oneof(fc.constant(null), some({ amount: oddNumber, means: oddText, reference: oddText })),
    }),
  }),
  diagnoseSession: fc.record({ params: fc.record({ id }) }),
  releaseSession: fc.record({ params: fc.record({ id }) }),
  deleteUser: fc.record({ params: fc.record({ id }) }),
  blockEmail: fc.record({ body: some({ email: address, reason: oddText }) }),
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

/** Requests to a route by what its fields mean; undefined where near misses say enough. */
export function ownerInputs(name: RouteName, studentId: string): fc.Arbitrary<GeneratedCall> | undefined {
  return inputs[name]?.map(({ params, query, body }) => ({
    ...(params && { params: asTexts(params === theStudent ? { id: studentId } : params) }),
    ...(query && { query: asTexts(query) }),
    ...(body !== undefined && { body }),
    ...(typeof body === 'string' && { headers: { 'content-type': 'text/csv' } }),
  }))
}

/** What a gateway would hand on of it: whole texts. */
const asTexts = (parts: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parts).map(([key, value]) => {
      const whole = (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
      return [key, whole]
    }),
  )

/** Anything that was generated, as text: `String` fails for objects that are none. */
function textOf(cell: unknown): string {
  return typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? '')
}
