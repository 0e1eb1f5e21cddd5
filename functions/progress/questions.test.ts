import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { routes } from '#shared/contract/routes.ts'
import type { ManagedQuestion, OwnQuestion } from '#shared/entities/question.ts'
import { sampleManagedExercise } from '#shared/entities/samples.ts'
import type { User } from '#shared/entities/user.ts'
import { foreignTags, wideTable } from '#shared/writing/test-support/hostile-texts.ts'
import { publishedAnswerKey, questionKey } from '../data/keys.ts'
import { createAdministration } from '../test-support/administration.ts'
import { setClock } from '../test-support/clock.ts'
import { resourceFixture, subjectFixture } from '../test-support/content.ts'
import { lastingLease } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
await site.stores.subjects.putAll([
  subjectFixture({ track: 'SVT', year: '2015', exercises: [sampleManagedExercise] }),
])
await site.stores.resources.putAll([resourceFixture({ id: 'r-1', title: 'Énoncé : Ondes' })])
afterEach(() => setClock(null))
afterAll(() => site.stop())

const PAPER = 'bac-SVT-2015-Normale'
const TEXT = 'Pourquoi <b>λ</b> change-t-elle ?'
const premium = () => site.enrol({ isPremium: true, lease: lastingLease() })
const ask = (user: User, changes: object = {}) =>
  site.call(routes.askQuestion, { ...site.as(user), body: { documentId: PAPER, text: TEXT, ...changes } })
const own = async (user: User) =>
  (await site.call(routes.listOwnQuestions, site.as(user))).json['items'] as OwnQuestion[]
const listed = async (status = 'open') =>
  (await admin.asOwner(routes.listQuestions, { query: { status } })).json['items'] as ManagedQuestion[]
const asked = async (user: User, changes: object = {}) =>
  (await ask(user, changes)).json as unknown as OwnQuestion
const answer = (id: string, body: object) => admin.asOwner(routes.answerQuestion, { params: { id }, body })
const published = () => site.stores.questions.listPublished()
const profileOf = async (user: User) => (await site.call(routes.readSession, site.as(user))).json['profile']
const PRIVATE = { answer: 'Le milieu change : $v = \\lambda f$.', publish: false }
const PUBLIC = { ...PRIVATE, publish: true, publishedText: 'De quoi λ dépend-elle ?' }

describe('a question', () => {
  test.each([
    { about: { documentId: PAPER }, subject: 'Bac SVT 2015 - Session Normale' },
    { about: { documentId: PAPER, exercise: 1 }, subject: 'Bac SVT 2015 - Session Normale - Exercice 1' },
    { about: { documentId: 'r-1' }, subject: 'Énoncé : Ondes' },
    { about: { documentId: undefined, chapter: 'SM/piles/1' }, subject: 'Piles électrochimiques (SM)' },
  ])('about $about is named $subject, and kept as it was written', async ({ about, subject }) => {
    const user = await premium()
    const { status, json } = await ask(user, about)
    const unanswered = { subject, text: TEXT, answer: null, answerHtml: null, published: false }
    expect({ status, json }).toMatchObject({ status: 201, json: unanswered })
    expect(await own(user)).toEqual([json])
    for (const hidden of ['userId', 'email', 'publication']) expect(json).not.toHaveProperty(hidden)
    const managed = { userId: user.id, email: user.email, text: TEXT }
    expect((await listed()).find(({ id }) => id === json['id'])).toMatchObject(managed)
  })

  test.each([
    { body: { documentId: 'r-none' }, status: 404 },
    { body: { documentId: 'bac-SVT-1999-Normale' }, status: 404 },
    { body: { documentId: `${PAPER}-correction` }, status: 404 },
    { body: { exercise: 2 }, status: 404 },
    { body: { documentId: 'r-1', exercise: 1 }, status: 404 },
    { body: { documentId: undefined, chapter: 'SM/ondes/99' }, status: 404 },
    { body: { documentId: undefined }, status: 400 },
    { body: { chapter: 'SM/ondes/1' }, status: 400 },
    { body: { documentId: undefined, chapter: 'SM/ondes/1', exercise: 1 }, status: 400 },
    { body: { text: ' ' }, status: 400 },
    { body: { text: 'a'.repeat(501) }, status: 400 },
  ])('with $body is refused: $status', async ({ body, status }) => {
    expect((await ask(await premium(), body)).status).toBe(status)
  })

  test('needs Premium that is valid now; earlier ones stay readable without it', async () => {
    const user = await site.enrol({ isPremium: true, premiumUntil: '2026-06-01', lease: lastingLease() })
    setClock(new Date('2026-06-01T10:00:00Z'))
    const { json } = await ask(user)
    setClock(new Date('2026-06-02T10:00:00Z'))
    expect((await ask(user, { text: 'Encore ?' })).json['code']).toBe('PREMIUM_REQUIRED')
    expect(await own(user)).toEqual([json])
  })

  test('is refused when it is the sixth open one, also when eight are asked at once', async () => {
    const user = await premium()
    const texts = Array.from({ length: 14 }, (_, index) => `Question ${index}`)
    const answers = await Promise.all(texts.slice(0, 8).map((text) => ask(user, { text })))
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(5)
    for (const text of texts.slice(8)) await ask(user, { text })
    const open = await own(user)
    expect(open).toHaveLength(5)
    expect(await ask(user, { text: 'Une sixième' })).toMatchObject({
      status: 409,
      json: { code: 'CONFLICT', detail: expect.stringContaining('5 questions sans réponse') },
    })
    // A repetition of an open one is not another one.
    expect((await ask(user, { text: open[0]?.text })).status).toBe(201)
    await answer(open[0]?.id ?? '', PRIVATE)
    expect((await ask(user, { text: 'Une sixième' })).status).toBe(201)
  })
})

describe('an answer', () => {
  test('reaches its student, who is told until they have read it', async () => {
    const user = await premium()
    const { id } = await asked(user)
    expect(await profileOf(user)).toMatchObject({ hasNewAnswer: false })
    expect((await answer(id, PRIVATE)).status).toBe(200)
    expect(await profileOf(user)).toMatchObject({ hasNewAnswer: true })
    expect(await own(user)).toMatchObject([{ id, answer: PRIVATE.answer, published: false }])
    const { json } = await site.call(routes.setPreferences, {
      ...site.as(user),
      body: { hasReadAnswers: true },
    })
    expect(json['profile']).toMatchObject({ hasNewAnswer: false, hasReminders: true, hasAnswerMails: true })
    expect(await own(await premium())).toEqual([])
  })

  test('is published without the account, changed, and taken from the page', async () => {
    const user = await premium()
    const { id } = await asked(user, { exercise: 1 })
    const { json } = await answer(id, PUBLIC)
    const find = async () => (await published()).filter(({ text }) => text === PUBLIC.publishedText)
    const [shown] = await find()
    expect(shown).toMatchObject({ documentId: PAPER, exercise: 1 })
    for (const secret of [user.id, user.email, TEXT, id]) expect(JSON.stringify(shown)).not.toContain(secret)
    const changed = { ...PUBLIC, answer: 'La fréquence ne change pas.', updatedAt: json['updatedAt'] }
    const { json: after } = await answer(id, changed)
    expect(await find()).toMatchObject([{ id: shown?.id, answerHtml: expect.stringContaining('fréquence') }])
    await answer(id, { ...changed, publish: false, updatedAt: after['updatedAt'] })
    expect(await find()).toEqual([])
    expect(await own(user)).toMatchObject([{ answer: changed.answer, published: false }])
  })

  test('given twice changes nothing, another one without the state it was read in is refused', async () => {
    const { id } = await asked(await premium())
    const first = await answer(id, PRIVATE)
    const entries = await admin.listEntries(PAPER)
    expect((await answer(id, PRIVATE)).json).toEqual(first.json)
    expect(await answer(id, { ...PRIVATE, answer: 'Autre' })).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('déjà une autre réponse') },
    })
    expect(await admin.listEntries(PAPER)).toHaveLength(entries.length)
    const after = { answer: PRIVATE.answer, published: false }
    expect(entries[0]).toMatchObject({ action: 'UPDATE_QUESTION', after })
    expect(JSON.stringify(entries)).not.toContain(TEXT)
  })

  test('is safe HTML with its formulas, for its student and on the page', async () => {
    const user = await premium()
    const { id } = await asked(user)
    const hostile = '<img src=x onerror=y> [a](javascript:b) $v$ $\\href{javascript:b}{a}$'
    expect((await answer(id, { ...PUBLIC, answer: hostile })).status).toBe(400)
    const publishedText = '<script>x</script> ?'
    await answer(id, { ...PUBLIC, publishedText, answer: hostile.slice(0, hostile.indexOf(' $\\')) })
    const [read] = await own(user)
    expect(read?.answerHtml).toContain('<mi>v</mi>')
    expect(foreignTags(read?.answerHtml ?? '')).toEqual([])
    const shown = (await published()).find(({ text }) => text === publishedText)
    expect(shown?.answerHtml).toBe(read?.answerHtml)
  })

  test.each([
    { changes: { answer: 'a\n\n$\\foo$' }, path: 'answer', message: 'Ligne 3 : Commande inconnue : \\foo' },
    { changes: { answer: wideTable(5_000) }, path: 'answer' },
    { changes: { publishedText: 'salma@exemple.test demande' }, path: 'publishedText' },
    { changes: { publishedText: ' ' }, path: 'publishedText' },
    { changes: { publishedText: undefined }, path: 'publishedText' },
  ])('is refused at $path with $changes', async ({ changes, path, message }) => {
    const { id } = await asked(await premium())
    const before = await published()
    const { status, json } = await answer(id, { ...PUBLIC, ...changes })
    const errors: unknown = [{ path, message: message ?? expect.any(String) }]
    expect({ status, errors: json['errors'] }).toEqual({ status: 400, errors })
    expect(await published()).toEqual(before)
  })

  test('stays published when its student is blocked, and leaves every place with their account', async () => {
    const [blocked, leaving] = [await premium(), await premium()]
    site.userPool.enrol({ id: leaving.id, email: leaving.email })
    const ids = [(await asked(blocked)).id, (await asked(leaving)).id]
    for (const id of ids) await answer(id, { ...PUBLIC, publishedText: `Publiée ${id}` })
    const shown = async () => (await published()).map(({ text }) => text)
    expect(await shown()).toEqual(expect.arrayContaining(ids.map((id) => `Publiée ${id}`)))
    await admin.asOwner(routes.blockEmail, { body: { email: blocked.email, reason: 'Fraude' } })
    expect((await site.call(routes.deleteAccount, site.as(leaving))).status).toBe(204)
    expect(await shown()).toContain(`Publiée ${ids[0]}`)
    expect(await shown()).not.toContain(`Publiée ${ids[1]}`)
    expect((await listed('answered')).map(({ id }) => id)).not.toContain(ids[1])
  })
})

test('a question and its published answer are kept for a year after the last change of the answer', async () => {
  const user = await premium()
  const expiryOf = async (Key: Record<string, string>) => {
    const { client, name } = site.store.table
    const { Item } = await client.send(new GetCommand({ TableName: name, Key }))
    return { ...Item, day: new Date(Number(Item?.['expiresAt']) * 1_000).toISOString().slice(0, 10) }
  }
  setClock(new Date('2026-02-10T10:00:00Z'))
  const { id } = await asked(user, { text: 'Gardée un an ?' })
  expect(await expiryOf(questionKey(id))).toMatchObject({ day: '2027-02-10' })
  setClock(new Date('2026-04-01T10:00:00Z'))
  const { json } = await answer(id, PRIVATE)
  setClock(new Date('2026-05-01T10:00:00Z'))
  await answer(id, { ...PUBLIC, updatedAt: json['updatedAt'] })
  type Kept = { publication?: { id: string }; day: string }
  const { publication, day } = (await expiryOf(questionKey(id))) as Kept
  expect(day).toBe('2027-04-01')
  expect(await expiryOf(publishedAnswerKey(publication?.id ?? ''))).toMatchObject({ day })
  expect((await site.call(routes.getPersonalData, site.as(user))).json['questions']).toMatchObject([
    { text: 'Gardée un an ?', answer: PUBLIC.answer, deletedAfter: '2027-04-01T00:00:00.000Z' },
  ])
})

test('turned off, there is nothing to ask, to read or to answer', async () => {
  const user = await premium()
  const { id } = await asked(user)
  const { json } = await site.call(routes.getSettings)
  await admin.asOwner(routes.updateSettings, { body: { ...json, acceptsQuestions: false } })
  expect(await ask(user, { text: 'Encore ?' })).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
  expect(await own(user)).toEqual([])
  expect(await listed()).toEqual([])
  expect((await answer(id, PRIVATE)).status).toBe(404)
})
