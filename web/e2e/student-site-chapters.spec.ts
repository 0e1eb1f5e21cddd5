import { expect } from '@playwright/test'
import { heightOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const CHAPTER = '/science-math/electricite/1'
const OPEN_TO_ALL = '/science-math/ondes/1'
const cardTitles = (person: Person) => person.main.getByRole('heading', { level: 2, name: /^Sujet \d/ })
const documents = (person: Person) => person.main.getByRole('button', { name: /\((PDF|Vidéo)\)/ })

/** Returns the year in the title of a chapter's card; NaN for another title. */
function yearIn(title: string, number: number): number {
  const [, shown, year] =
    /^Sujet (\d+) - (20(?:0[89]|1\d|2[0-5])) - Session (?:Normale|Rattrapage)$/.exec(title) ?? []
  return Number(shown) === number ? Number(year) : Number.NaN
}

const [phone] = DEVICES

test.describe(phone.device, () => {
  test.use(phone.options)

  test('a chapter lists its subjects and asks a visitor to sign in or to buy Premium', async ({ person }) => {
    await person.opens(CHAPTER)
    await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Dipôle RC')
    const head = person.main.getByText('Chapitre 1 sur 5').locator('..')
    await expect(head).toContainText('Électricité')
    await expect(head.getByRole('link', { name: 'Science Math' })).toHaveAttribute('href', '/science-math')

    const years = async () => {
      const titles = await cardTitles(person).allTextContents()
      return titles.map((title, index) => yearIn(title, index + 1))
    }
    await expect.poll(async () => (await years()).length).toBeGreaterThanOrEqual(6)
    await expect
      .poll(async () => (await years()).every((year, at, all) => year <= (all[at - 1] ?? 2025)))
      .toBe(true)

    await expect(person.main.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/login')
    await expect(person.main.getByRole('link', { name: 'Créer compte' })).toHaveAttribute('href', '/signup')

    for (const name of ['Énoncé (PDF)', 'Correction (PDF)', 'Correction (Vidéo)']) {
      const button = person.main.getByRole('button', { name }).first()
      await expect.poll(() => heightOf(button)).toBeGreaterThanOrEqual(44)
      await button.click()
      await expect(
        person.page.getByRole('dialog', { name: 'Connectez-vous ou passez en Premium' }),
      ).toBeVisible()
      await expect(person.dialog.getByRole('link', { name: 'Passer en Premium' })).toHaveAttribute(
        'href',
        '/premium',
      )
      await expect(person.dialog.getByRole('link', { name: 'Créer compte' })).toHaveAttribute(
        'href',
        '/signup',
      )
      await person.dialog.getByRole('button', { name: 'Fermer' }).click()
      await expect(person.dialog).toBeHidden()
    }
    await person.main.getByRole('button', { name: 'Énoncé (PDF)' }).first().click()
    await person.dialog.getByRole('button', { name: 'Se connecter' }).click()
    await expect(person.page.getByRole('dialog', { name: 'Connexion' })).toBeVisible()
  })

  test('a free student sees locked documents and the Premium offer', async ({ person, student }) => {
    await person.hasSignedInBefore(student)
    await person.opens(OPEN_TO_ALL)
    await person.sees('Contenu Premium')
    await expect(person.main.getByRole('link', { name: 'Passer en Premium' })).toHaveAttribute(
      'href',
      '/premium',
    )
    const locked = documents(person).filter({ hasNotText: 'Gratuit' })
    await expect.poll(() => locked.count()).toBeGreaterThan(10)
    for (const button of await locked.all()) {
      await expect(button).toBeDisabled()
      // The second icon is the lock.
      await expect(button.locator('svg')).toHaveCount(2)
    }
    await person.button('Cours (Vidéo) Gratuit').click()
    await expect(person.dialog.locator('video')).toHaveCount(1)
    await person.dialog.getByRole('button', { name: 'Fermer' }).click()

    await person.opens('/sujets-bac/svt')
    await expect(person.rows.getByRole('link', { name: 'Passer en Premium' })).toHaveCount(31)
    // One of the statements is free.
    await expect(person.row('2023').getByRole('button', { name: 'Voir' })).toHaveCount(1)
    await expect(person.button('Voir')).toHaveCount(1)
  })
})
