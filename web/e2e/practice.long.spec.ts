import { expect, type Locator } from '@playwright/test'
import type { PracticedPaper } from '#shared/entities/practice.ts'
import { DEVICES, heightOf } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const CHAPTER = '/science-math/ondes/2'

const [phone] = DEVICES
test.use(phone.options)

/** Returns the bar of the document that is shown; those of the others are hidden. */
const shown = ({ dialog }: Person) => dialog.getByRole('navigation', { name: 'Entraînement' })
const inBar = (person: Person, name: string | RegExp) => shown(person).getByRole('button', { name }).last()
const opensPanel = (person: Person) => shown(person).locator('[aria-expanded]').click()
const page = (person: Person, name: string): Locator =>
  person.dialog.getByRole('group', { name, exact: true })

async function readsStatement(person: Person): Promise<void> {
  await person.seesPage()
  await expect(shown(person)).toBeVisible()
}

const saved = ({ page: tab }: Person) =>
  tab.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().includes('/api/practice/papers/'),
  )
/** Returns the marks of a paper's exercises as the server stores them. */
const exercisesIn = async (answer: ReturnType<typeof saved>) =>
  ((await (await answer).json()) as PracticedPaper).exercises

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
    await expect.poll(() => heightOf(shown(person))).toBeLessThan(80)
    for (const name of [/^Exercice 2/, 'Voir le corrigé', 'Exercice suivant'])
      await expect.poll(() => heightOf(inBar(person, name))).toBeGreaterThanOrEqual(44)
  })

  await test.step('with a clock, a hint and the check of an answer', async () => {
    await opensPanel(person)
    await shown(person)
      .getByRole('button', { name: /^Lancer le chronomètre \(36\smin\)$/ })
      .click()
    await expect(shown(person).getByRole('timer', { name: 'Temps restant' })).toHaveText(/^36\smin$/)
    await expect(shown(person).getByText('Indice 1 sur 1')).toBeHidden()
    await inBar(person, 'Demander un indice (1 sur 1)').click()
    await expect(shown(person).getByText('Indice 1 sur 1')).toBeVisible()
    await shown(person).getByLabel('La réfraction').check()
    await inBar(person, 'Vérifier').click()
    await person.sees(/^Ce n'est pas la réponse attendue/, { within: shown(person) })
    await shown(person).getByLabel('La diffraction').check()
    await inBar(person, 'Vérifier').click()
    await person.sees("C'est juste !", { within: shown(person) })
  })

  await test.step('the correction opens at the exercise, where the student marks it', async () => {
    await inBar(person, 'Voir le corrigé').click()
    await expect(person.dialog.getByRole('heading', { name: / - Corrigé$/ })).toBeVisible()
    await opensPanel(person)
    await shown(person).getByRole('slider', { name: 'Mes points' }).fill('2.25')
    await inBar(person, 'Un quart de point de plus, exercice 2').click()
    const answer = saved(person)
    await inBar(person, 'À refaire').click()
    await person.sees(/^le \d+\S* \S+ \d{4}$/, { within: shown(person) })
    const stored = await exercisesIn(answer)
    expect(stored).toMatchObject([{ number: 2, hints: 1, wasWrong: true }])
    await person.sees('Enregistré dans votre compte.', { within: shown(person) })
    await expect(shown(person).locator('[aria-expanded]')).toContainText('2,5 / 3')
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
    await expect(shown(person).getByRole('timer', { name: 'Temps restant' })).toHaveText(/^3[56]\smin$/)
    await person.page.keyboard.press('Escape')
    await person.page.keyboard.press('Escape')
    await expect(person.dialog).toBeHidden()
  })

  await person.signsOut(premiumStudent.email)
  await premiumStudent.signsInAgain()
  const other = await arrives()
  await other.hasSignedInBefore(premiumStudent)
  await other.opens(paper.replace(/\?.*/, ''))
  await other.sees('1 exercice noté')
  await other.opens(paper)
  await readsStatement(other)
  await expect(shown(other).locator('[aria-expanded]')).toContainText('2,5 / 3')
})
