import { expect } from '@playwright/test'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { DEVICES } from './support/devices.ts'
import { LocalMode } from './support/local-mode.ts'
import { test } from './support/story.ts'

/** One of its documents is free. */
const CHAPTER = { track: 'SM', theme: 'ondes', chapter: 1 } as const
const CHAPTER_PATH = '/science-math/ondes/1'
/** A free paper with exercises. */
const FREE_PAPER = subjectId({ track: 'PC', year: '2023', session: 'Normale' })

const [phone] = DEVICES
test.use(phone.options)

test('a student finds again what is due, and what an examination has cost', async ({
  person,
  student,
  baseURL,
}) => {
  const local = await LocalMode.at(baseURL as string)
  await student.opensSession()
  const call = (method: string, path: string, body: unknown) =>
    student.calls(method, path, { sessionId: student.credentials['x-session-id'], body })
  const begun = await call('POST', '/api/practice', { subjectId: FREE_PAPER })
  expect(begun.status).toBe(201)
  const marks = [{ exercise: 1, earned: 1.5 }]
  const ended = await call('PUT', `/api/practice/${String(begun.json['id'])}`, { marks, finished: true })
  expect(ended.status).toBe(200)
  const alone = { exercises: [{ exercise: 2, at: new Date().toISOString(), earned: 2, redo: true }] }
  const marked = await call('PUT', `/api/practice/papers/${FREE_PAPER}`, alone)
  expect(marked.status).toBe(200)
  await student.closesSession()
  await student.signsInAgain()

  await person.hasSignedInBefore(student)
  const saved = () =>
    person.page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().includes('/api/progress/'),
    )
  await person.opens(CHAPTER_PATH)
  const reviewed = saved()
  await person.main.getByRole('button', { name: 'À revoir' }).click()
  expect((await reviewed).status()).toBe(200)
  await local.setMarkBack(student.id, CHAPTER, 3)

  await person.opens('/')
  const own = person.main.getByRole('region', { name: /^Examen national/ })
  const seen = saved()
  await own.getByRole('button', { name: /^À revoir aujourd'hui 1 Ondes mécaniques/ }).click()
  expect((await seen).status()).toBe(200)
  await expect(person.dialog).toBeVisible()
  await person.page.keyboard.press('Escape')
  await expect(own).toContainText('Rien à revoir')
  await person.page.reload()
  await expect(own).toContainText('Rien à revoir')

  await own.getByRole('link', { name: 'Mes révisions' }).click()
  const scores = person.main.getByRole('table', { name: /^Mes notes/ })
  await expect(scores).toContainText('1,5 / 20')
  await expect(scores.getByRole('row', { name: /^1 exercice / })).toBeVisible()
  await expect(person.main.getByRole('table', { name: /^Points perdus par chapitre/ })).toBeVisible()
  await expect(person.heading('À travailler en priorité')).toBeVisible()
  await person.sees('Cette semaine')
  await expect(
    person.main.getByRole('link', { name: /^Refaire l'exercice 2 du sujet 2023 Normale/ }).first(),
  ).toBeVisible()

  await person.page.emulateMedia({ media: 'print' })
  await expect(person.button('Imprimer')).toBeHidden()
})
