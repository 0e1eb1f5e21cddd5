import { expect } from '@playwright/test'
import { freshEmail } from './support/account.ts'
import type { Person } from './support/person.ts'
import { password } from './support/signing-in.ts'
import { test } from './support/story.ts'

const CHAPTER = '/science-math/ondes/1'
const PREMIUM = 'premium@demo.bac'

/** Opens a page and acts on it before its scripts arrive. */
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

test('a filter that was chosen before the page ran narrows the list', async ({ person }) => {
  const year = person.page.getByLabel('Année')
  await actsEarly(person, CHAPTER, async () => {
    await year.focus()
    await person.page.keyboard.press('ArrowDown')
  })
  await expect(person.page).toHaveURL(/\?annee=20\d\d$/)
  await expect(year).toHaveValue(/20\d\d/)
})

test('a sign-up that was sent before the page ran is carried out', async ({ person }) => {
  const email = freshEmail()
  await actsEarly(person, '/signup', async () => {
    await person.fillsIn(email, password)
    await person.main.getByRole('button', { name: 'Créer compte' }).click()
  })
  await person.choosesTrackLater()
  await person.isSignedIn(email)
})

test.describe('a student who was signed in before', () => {
  test.use({ as: PREMIUM })

  test('sees lists as they are for the account before the page runs', async ({ person }) => {
    const { main } = person
    const invitation = main.getByRole('link', { name: 'Se connecter' })
    await person.opens('/')
    await person.isSignedIn(PREMIUM)
    await actsEarly(person, CHAPTER, async () => {
      await expect(main.getByRole('button', { name: 'Énoncé (PDF)' }).first()).toBeVisible()
      await expect(invitation).toBeHidden()
    })
    await actsEarly(person, '/sujets-bac/sm', async () => {
      await expect(main.getByRole('row', { name: /^2023/ })).toBeVisible()
      await expect(invitation).toBeHidden()
    })
    await actsEarly(person, '/sujets-bac/sm/2023-normale', () => person.button('Voir le sujet').click())
    await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
  })
})
