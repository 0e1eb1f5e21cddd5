import { expect, type Locator } from '@playwright/test'
import { heightOf, phone } from './support/devices.ts'
import type { Person } from './support/person.ts'
import {
  closesPaper,
  opensPanel,
  opensPoints,
  pointsOf,
  practiceBar,
  readsStatement,
  savesMarks,
} from './support/practice.ts'
import { test } from './support/story.ts'

const CHAPTER = '/science-math/ondes/2'

test.use(phone.options)

const inBar = (person: Person, name: string | RegExp) =>
  practiceBar(person).getByRole('button', { name }).last()
const page = (person: Person, name: string): Locator =>
  person.dialog.getByRole('group', { name, exact: true })

test('a student works on an exercise of a chapter up to their points, and finds them on another device', async ({
  person,
  premiumStudent,
  arrives,
}) => {
  await person.hasSignedInBefore(premiumStudent)
  await person.opens(CHAPTER)
  const count = person.main.getByText(/^\d+ exercices de bac sur ce chapitre/)
  await expect(count).not.toContainText('fait')
  const exercises = person.main.getByRole('region', { name: 'Exercices des sujets' }).getByRole('link')
  const paper = (await exercises.first().getAttribute('href')) as string
  await exercises.first().click()

  await test.step('the statement has its own pages only, and most of the screen', async () => {
    await readsStatement(person)
    await expect(page(person, 'Page 2 sur 3')).toBeAttached()
    await expect(page(person, 'Page 3 sur 3')).toHaveCount(0)
    await expect.poll(() => heightOf(practiceBar(person))).toBeLessThan(80)
    for (const name of [/^Exercice 2/, 'Voir le corrigé', 'Exercice suivant'])
      await expect.poll(() => heightOf(inBar(person, name))).toBeGreaterThanOrEqual(44)
  })

  await test.step('with a clock, a hint and the check of an answer', async () => {
    await opensPanel(person)
    await practiceBar(person)
      .getByRole('button', { name: /^Lancer le chronomètre \(36\smin\)$/ })
      .click()
    await expect(practiceBar(person).getByRole('timer', { name: 'Temps restant' })).toHaveText(/^36\smin$/)
    await expect(practiceBar(person).getByText('Indice 1 sur 1')).toBeHidden()
    await inBar(person, 'Demander un indice (1 sur 1)').click()
    await expect(practiceBar(person).getByText('Indice 1 sur 1')).toBeVisible()
    await practiceBar(person).getByLabel('La réfraction').check()
    await inBar(person, 'Vérifier').click()
    await person.sees(/^Ce n'est pas la réponse attendue/, { within: practiceBar(person) })
    await practiceBar(person).getByLabel('La diffraction').check()
    await inBar(person, 'Vérifier').click()
    await person.sees("C'est juste !", { within: practiceBar(person) })
  })

  await test.step('the correction opens at the exercise, where the student marks it', async () => {
    await opensPoints(person)
    await pointsOf(person).fill('2.25')
    await inBar(person, 'Un quart de point de plus, exercice 2').click()
    const stored = await savesMarks(person, () => inBar(person, 'À refaire').click())
    await person.sees(/^le \d+\S* \S+ \d{4}$/, { within: practiceBar(person) })
    expect(stored).toMatchObject([{ number: 2, hints: 1, wasWrong: true }])
    await person.sees('Enregistré dans votre compte.', { within: practiceBar(person) })
    await expect(practiceBar(person).locator('[aria-expanded]')).toContainText('2,5 / 3')
  })

  await test.step('the next exercise of the chapter is in another paper, and closing it leads to the chapter', async () => {
    const title = person.dialog.getByRole('heading', { level: 2 }).filter({ visible: true })
    await inBar(person, 'Exercice suivant').click()
    await expect(person.page).not.toHaveURL(paper)
    await expect(title).not.toContainText('Corrigé')
    await readsStatement(person)
    await person.page.keyboard.press('Escape')
    await expect(person.page).toHaveURL(CHAPTER)
    await expect(person.dialog).toBeHidden()
    await expect(count).toHaveText(/, 1 fait$/)
  })

  await test.step('its clock runs on after a reload', async () => {
    await person.page.reload()
    await exercises.first().click()
    await readsStatement(person)
    await opensPanel(person)
    await expect(practiceBar(person).getByRole('timer', { name: 'Temps restant' })).toHaveText(/^3[56]\smin$/)
    await closesPaper(person)
  })

  await person.signsOut(premiumStudent.email)
  await premiumStudent.signsIn()
  const other = await arrives({}, premiumStudent)
  await other.opens(paper.replace(/\?.*/, ''))
  await other.sees('1 exercice noté')
  await other.opens(paper)
  await readsStatement(other)
  await expect(practiceBar(other).locator('[aria-expanded]')).toContainText('2,5 / 3')
})
