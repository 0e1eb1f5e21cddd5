import { expect } from '@playwright/test'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const CHAPTER = '/science-math/ondes/1'

test.use({ serviceWorkers: 'block' })

/** Opens a page and does something there before its scripts come. */
async function actsEarly(person: Person, path: string, action: () => Promise<void>): Promise<void> {
  await person.whileWaitingFor(
    (request) => request.resourceType() === 'script',
    async () => void (await person.page.goto(path, { waitUntil: 'commit' })),
    async () => {
      await expect(person.page.getByRole('contentinfo')).toBeVisible()
      await action()
    },
  )
}

test('the search opens with what was typed before the page ran', async ({ person }) => {
  await actsEarly(person, '/', async () => {
    await person.page.keyboard.press('Control+k')
    await person.page.keyboard.type('rotation')
  })
  await expect(person.page.getByRole('combobox')).toHaveValue('rotation')
})

test('a tap before the page ran is carried out, once however often it was repeated', async ({ person }) => {
  await person.page.setViewportSize({ width: 360, height: 740 })
  const menu = person.button('Ouvrir le menu')
  await actsEarly(person, '/', async () => {
    await menu.click()
    await menu.click()
  })
  await expect(person.button('Fermer le menu')).toHaveAttribute('aria-expanded', 'true')
})

test('a filter that was chosen before the page ran narrows the list', async ({ person }) => {
  const year = person.page.getByLabel('Année')
  await actsEarly(person, CHAPTER, async () => {
    await year.focus()
    await person.page.keyboard.press('ArrowDown')
  })
  await expect(person.page).toHaveURL(/\?annee=20\d\d$/)
  await expect(year).toHaveValue(/20\d\d/)
})

test('a link leads on before the page runs', async ({ person }) => {
  await actsEarly(person, CHAPTER, () => person.main.getByRole('link', { name: 'Science Math' }).click())
  await expect(person.heading('Science Math')).toBeVisible()
})
