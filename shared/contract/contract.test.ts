import * as fc from 'fast-check'
import * as v from 'valibot'
import { ResourceInput } from '../domain/document-input.ts'
import { Email } from '../entities/fields.ts'
import { validationMessages } from '../entities/validation-messages.ts'
import { addSubject } from './admin-subjects.ts'
import { isErrorCode, problems } from './problems.ts'
import { Cursor, Flag, Limit } from './query.ts'
import { type Access, type Capability, route as declareRoute, type Method, type Route } from './route.ts'
import { routes } from './routes.ts'
import { createSample } from './sample-answers.ts'

const named: [string, Route][] = Object.entries(routes)
const accesses: Access[] = ['public', 'token', 'user', 'document', 'admin', 'owner']
const capabilities: Capability[] = [
  'session',
  'account',
  'progress',
  'catalogue',
  'files',
  'admin',
  'documents',
]

test('each method and path is declared once, also when parameters are named differently', () => {
  const keys = named.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
  expect(new Set(keys).size).toBe(keys.length)
})

describe.each(named)('%s', (_, route) => {
  test('says who may call it and which function serves it', () => {
    expect(accesses).toContain(route.access)
    expect(capabilities).toContain(route.capability)
    expect(route.path).toMatch(/^\/api(?:\/(?:[a-z]+(?:-[a-z]+)*|\{[a-z]+\}))+$/i)
  })

  test('has a field for each path parameter and no other', () => {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const inSchema =
      route.params && 'entries' in route.params ? Object.keys(route.params.entries as object) : []
    expect(inSchema).toEqual(inPath)
  })

  test('has a body only where one is sent, and an answer unless it is 204', () => {
    const sending: Method[] = ['POST', 'PUT']
    if (route.body) expect(sending).toContain(route.method)
    expect(route.response === undefined).toBe(route.status === 204)
  })

  test('has a sample request that its schemas accept', () => {
    const { params, query = {}, body } = route.sample
    if (route.params) v.parse(route.params, params)
    if (route.query) v.parse(route.query, query)
    if (route.body) v.parse(route.body, body ?? {})
  })

  test('has an answer made of the sample entities that its schema accepts', () => {
    if (route.response) expect(v.is(route.response, createSample(route.response))).toBe(true)
  })

  test('names refusals that the error table knows', () => {
    for (const code of route.errors) expect(isErrorCode(code)).toBe(true)
  })

  test('is kept by shared caches only when it is public', () => {
    if (route.access !== 'public') expect(route.sharedCacheSeconds).toBe(0)
  })

  test('demands a fresh sign-in only where the guard looks at it, and says so', () => {
    if (!route.freshSignIn) return
    expect(['user', 'admin', 'owner']).toContain(route.access)
    // The heartbeat's one write asks for nothing else.
    expect(route.lease).toBe('check')
    expect(route.errors).toContain('REAUTHENTICATION_REQUIRED')
  })

  test('is limited by account only where the guard names one before anything else happens', () => {
    if (route.throttle === null) return
    if ('visitors' in route.throttle) expect(route.access).toBe('document')
    else if ('account' in route.throttle) {
      expect(route.access).not.toBe('public')
      expect(route.throttle.account).toBeLessThanOrEqual(route.throttle.address)
    } else expect(route.access).toBe('public')
    expect(route.errors).toContain('TOO_MANY_REQUESTS')
  })

  test('takes any text without throwing', () => {
    const { params, query, body } = route
    fc.assert(
      fc.property(fc.anything(), fc.dictionary(fc.string(), fc.anything()), (anything, fields) => {
        for (const schema of [params, query, body])
          for (const input of [anything, fields]) if (schema) v.safeParse(schema, input)
      }),
      { numRuns: 30 },
    )
  })
})

test('the compiler demands a sample request of a route with required input', () => {
  const definition = {
    method: 'GET',
    path: '/api/x/{id}',
    access: 'public',
    capability: 'catalogue',
  } as const
  const params = v.object({ id: v.picklist(['a']) })
  // @ts-expect-error -- the sample is missing
  declareRoute({ ...definition, params })
  // @ts-expect-error -- the sample's id is not one of the schema's
  declareRoute({ ...definition, params, sample: { params: { id: 'b' } } })
  expect(declareRoute({ ...definition, params, sample: { params: { id: 'a' } } }).sample.params).toEqual({
    id: 'a',
  })
  expect(declareRoute(definition).sample).toEqual({})
})

// Signing in and up are limited in front of the user pool (infra/constructs/sign-in-limits.ts).
test('claims and tickets are limited by account, and by network address where there is none', () => {
  const { claimSession, getTicket } = routes
  expect(claimSession.throttle).toEqual({ account: expect.any(Number), address: expect.any(Number) })
  expect(getTicket.throttle).toEqual({
    account: expect.any(Number),
    visitors: { browser: expect.any(Number), address: expect.any(Number) },
  })
})

// api.md fixes the table: status and code of every refusal, and the French where it gives one.
test.each([
  ['INVALID_REQUEST', 400, null],
  ['AUTHENTICATION_REQUIRED', 401, 'Authentification requise'],
  ['ACCOUNT_BLOCKED', 403, null],
  ['SESSION_INACTIVE', 403, null],
  ['PREMIUM_REQUIRED', 403, 'Accès refusé au fichier'],
  ['OWNER_REQUIRED', 403, "ACCÈS REFUSÉ: Vous n'êtes pas autorisé à effectuer cette action"],
  ['ADMIN_REQUIRED', 403, "Vous n'avez pas la permission d'accéder à cette page."],
  ['NOT_FOUND', 404, null],
  ['PROFILE_NOT_FOUND', 404, null],
  ['DOCUMENT_UNAVAILABLE', 404, "Ce document n'est pas encore disponible. Il sera ajouté prochainement."],
  [
    'SESSION_ALREADY_ACTIVE',
    409,
    'Une session est déjà active pour cet utilisateur. Veuillez vous déconnecter de votre autre session avant de continuer.',
  ],
  ['SUBJECT_EXISTS', 409, null],
  ['CONFLICT', 409, null],
  ['PAYLOAD_TOO_LARGE', 413, null],
  ['TOO_MANY_REQUESTS', 429, null],
  ['DOCUMENT_SOURCE_FAILED', 502, 'Erreur lors du chargement du fichier sécurisé'],
  ['TEMPORARILY_UNAVAILABLE', 503, null],
] as const)('%s is a %d', (code, status, detail) => {
  expect(problems[code].status).toBe(status)
  if (detail !== null) expect(problems[code].detail).toBe(detail)
})

test.each(['toString', '__proto__', 'constructor', '', 'not_found'])('%j is no code', (code) => {
  expect(isErrorCode(code)).toBe(false)
})

const messagesOf = (schema: v.GenericSchema, input: unknown) =>
  v
    .safeParse(schema, input, { abortPipeEarly: true })
    .issues?.map((issue) => [v.getDotPath(issue), issue.message])

describe('fields', () => {
  test.each<[input: unknown, expected: string | null]>([
    [' Eleve@Exemple.TEST ', 'eleve@exemple.test'],
    ['a@b.c', 'a@b.c'],
    ['a@b', null],
    ['a b@c.d', null],
    ['@b.c', null],
    ["!#$%&'*+-/=?^_`{|}~.9@b.c", "!#$%&'*+-/=?^_`{|}~.9@b.c"],
    ['a@@b.c', null],
    ['é@exemple.test', null],
    // Letters that look like the Latin ones, also when the lower case would make them so.
    ['\u0430dmin@b.c', null],
    ['\u212aarim@b.c', null],
    ['\uff41@b.c', null],
    // Signs that show nothing.
    ...[0xfe0f, 0x3164, 0x115f, 0x17b4, 0xffa0, 0xe0100, 0x180b, 0x034f, 0x2800, 0x00ad, 0x7f].flatMap(
      (point) => {
        const sign = String.fromCodePoint(point)
        return [`a${sign}@b.c`, `${sign}a@b.c`, `a@b${sign}.c`, `a@b.c${sign}`].map(
          (address): [string, null] => [address, null],
        )
      },
    ),
    ['a@b.c\u200b', null],
    ['a\u202e@b.c', null],
    ['a@b.c\0', null],
    ['a\ud800@b.c', null],
    [`${'a'.repeat(250)}@b.c`, `${'a'.repeat(250)}@b.c`],
    [`${'a'.repeat(251)}@b.c`, null],
    [42, null],
  ])('the address %j becomes %j', (input, expected) => {
    const parsed = v.safeParse(Email, input)
    expect(parsed.success ? parsed.output : null).toBe(expected)
  })

  test.each([
    [undefined, 50],
    ['1', 1],
    ['100', 100],
    ['0', null],
    ['101', null],
    ['', null],
    ['1.5', null],
    ['x', null],
  ])('the limit %j becomes %j', (input, expected) => {
    const parsed = v.safeParse(Limit, input)
    expect(parsed.success ? parsed.output : null).toBe(expected)
  })

  test.each([
    [undefined, false],
    ['false', false],
    ['true', true],
    ['1', null],
  ])('the switch %j becomes %j', (input, expected) => {
    const parsed = v.safeParse(Flag, input)
    expect(parsed.success ? parsed.output : null).toBe(expected)
  })

  test('a cursor is short and plain', () => {
    expect(v.is(Cursor, 'abc_-9')).toBe(true)
    for (const cursor of ['', 'a b', 'a'.repeat(513), 'a=', null]) expect(v.is(Cursor, cursor)).toBe(false)
  })
})

test('a subject is checked field by field, each with its French sentence', () => {
  expect(messagesOf(addSubject.body, { track: 'S', year: '23', session: 'x', file: 'y' })).toEqual([
    ['track', validationMessages.track],
    ['year', 'Veuillez entrer une année valide (4 chiffres)'],
    ['session', 'La session doit être Normale ou Rattrapage'],
    ['file', 'ID Google Drive invalide - Veuillez fournir un ID valide ou une URL Google Drive complète'],
  ])
})

test.each([
  { year: '2007', isTaken: false },
  { year: '2008', isTaken: true },
  { year: '2100', isTaken: true },
  { year: '2101', isTaken: false },
])('accepts a subject of $year: $isTaken', ({ year, isTaken }) => {
  const subject = { track: 'SM', year, session: 'Normale', file: 'a'.repeat(25) }
  const faults = isTaken ? undefined : [['year', "L'année doit être comprise entre 2008 et 2100"]]
  expect(messagesOf(addSubject.body, subject)).toEqual(faults)
})

describe('a resource', () => {
  const good = {
    title: 'Dipôle RC',
    track: 'SM',
    theme: 'electricite',
    chapter: 'RLC forcé',
    year: '2020',
    session: 'Normale',
    resourceType: 'exercise',
    type: 'pdf',
    file: 'a'.repeat(25),
    isFree: false,
  }
  const youtube = 'https://youtu.be/abcdefghijk'

  test.each([
    [{}, null],
    [{ file: 'coming-soon' }, null],
    [{ file: youtube, isFree: true, type: 'video' }, null],
    [{ file: youtube, isFree: false, type: 'video' }, 'file'],
    [{ file: youtube, isFree: true, type: 'pdf' }, 'file'],
    [{ track: 'PC' }, 'chapter'],
    [{ track: 'SVT', theme: 'electrolyse', chapter: 'Électrolyse des solutions aqueuses' }, 'chapter'],
    [{ thumbnail: 'https://exemple.test/a.jpg' }, null],
    [{ thumbnail: 'http://exemple.test/a.jpg' }, 'thumbnail'],
    [{ thumbnail: 'javascript:alert(1)' }, 'thumbnail'],
    [{ thumbnail: 'https://i.ytimg.com/vi/abcdefghijk/hq.jpg' }, null],
    [{ thumbnail: 'https://google.com.exemple.test/a.jpg' }, null],
    // Everyone sees the address, and it would tell where the file is.
    [{ thumbnail: 'https://drive.google.com/thumbnail?id=1AbCdEfGhIjKlMnOpQrStUvW-' }, 'thumbnail'],
    [{ thumbnail: 'https://DRIVE.google.com./thumbnail?id=1AbCdEfGhIjKlMnOpQrStUvW-' }, 'thumbnail'],
    [{ thumbnail: 'https://lh3.googleusercontent.com/d/1AbCdEfGhIjKlMnOpQrStUvW-' }, 'thumbnail'],
    [{ title: '  ' }, 'title'],
  ])('with %j has its fault at %s', (changes, path) => {
    expect(messagesOf(ResourceInput, { ...good, ...changes })?.map(([at]) => at) ?? null).toEqual(
      path === null ? null : [path],
    )
  })
})
