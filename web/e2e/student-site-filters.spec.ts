import { expect } from '@playwright/test'
import { answers, chapterItem } from './support/answers.ts'
import { DEVICES } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const CHAPTER = '/science-math/electricite/1'
const cardTitles = (person: Person) => person.main.getByRole('heading', { level: 2, name: /^Sujet \d/ })
const documents = (person: Person) => person.main.getByRole('button', { name: /\((PDF|Vidéo)\)/ })

test.use({ serviceWorkers: 'block' })

for (const { device, options } of DEVICES) {
  test.describe(device, () => {
    test.use(options)

    test('filters narrow a chapter and are kept in its address', async ({ person }) => {
      await person.opens(CHAPTER)
      const filters = person.page.getByRole('search', { name: 'Filtrer les sujets' })
      await expect(filters).toBeVisible()
      const all = await cardTitles(person).count()
      const count = person.main.getByRole('status').filter({ hasText: /sujets?/ })
      await expect(count).toHaveText(`${all} sujets`)

      await filters.getByLabel('Type').selectOption({ label: 'Correction (Vidéo)' })
      await expect(person.page).toHaveURL(/type=correction-video/)
      await expect(documents(person).filter({ hasNotText: 'Correction (Vidéo)' })).toHaveCount(0)
      const third = await cardTitles(person).last().textContent()
      const year = third?.split(' - ')[1] ?? ''
      await filters.getByLabel('Année').selectOption(year)
      await expect(person.page).toHaveURL(new RegExp(`annee=${year}`))
      await expect(cardTitles(person).filter({ hasNotText: year })).toHaveCount(0)
      await expect(count).toHaveText(new RegExp(`^\\d sujets? sur ${all}$`))

      await person.page.reload()
      await expect(cardTitles(person).filter({ hasText: year }).first()).toBeVisible()
      await expect(cardTitles(person).filter({ hasNotText: year })).toHaveCount(0)
      await expect(filters.getByLabel('Année')).toHaveValue(year)
      await person.button('Effacer les filtres').click()
      await expect(person.page).toHaveURL(CHAPTER)
      await expect(cardTitles(person)).toHaveCount(all)
    })
  })
}

test('filters that leave nothing say so', async ({ person }) => {
  await answers(person.page, `/api/chapters${CHAPTER}`, {
    items: [
      chapterItem(),
      chapterItem({ id: 'doc-2', year: '2023', session: 'Rattrapage', resourceType: 'correction' }),
    ],
  })
  await person.opens(`${CHAPTER}?annee=2024&session=Rattrapage`)
  await person.sees('Aucun sujet ne correspond à ces filtres.')
  await person.sees('0 sujet sur 2')
  await person.page.getByLabel('Session').selectOption('Toutes')
  await expect(cardTitles(person)).toHaveText(['Sujet 1 - 2024 - Session Normale'])
})
