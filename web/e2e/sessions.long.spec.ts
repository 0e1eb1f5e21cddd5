import { expect, type Page } from '@playwright/test'
import { OWNER } from './support/account.ts'
import { LocalMode } from './support/local-mode.ts'
import { removesResources, resourceField, resourceForm } from './support/owner-pages.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const FILE = 'Fichier (URL ou ID Google Drive)'

test.use({ as: OWNER })
test.beforeEach(({ afterwards }) => afterwards(removesResources('Typed before')))

/** Fills the form of a resource without sending it. */
async function types(owner: Person, title: string): Promise<void> {
  await owner.opens('/admin/ressources')
  await expect(owner.rows.first()).toBeVisible()
  await owner.button('Ajouter').click()
  await resourceField(owner, 'Titre').fill(title)
  // No other test adds resources of this track and year.
  await resourceField(owner, 'Filière').selectOption('SVT')
  await resourceField(owner, 'Année').fill('2018')
  await resourceField(owner, FILE).fill('coming-soon')
}

async function findsTyped(owner: Person, title: string): Promise<void> {
  await expect(resourceField(owner, 'Titre')).toHaveValue(title)
  await expect(resourceField(owner, 'Année')).toHaveValue('2018')
  await expect(resourceField(owner, FILE)).toHaveValue('coming-soon')
  await expect(owner.button(OWNER)).toBeAttached()
}

const sends = (owner: Person) =>
  resourceForm(owner).getByRole('button', { name: 'Ajouter la Ressource' }).click()

async function hasAdded(owner: Person): Promise<void> {
  await owner.sees('Ressource ajoutée avec succès')
  await expect(owner.button(OWNER)).toBeAttached()
}

test('a form filled before the device sleeps is kept and can be sent after it wakes', {
  tag: '@resilience',
}, async ({ person: owner, knows, baseURL }) => {
  const title = 'Typed before a sleep'
  // A call before the heartbeat is refused; the page renews its lease and repeats the call.
  owner.announces(/status of 403/)
  await owner.context.clock.install()
  await types(owner, title)
  const local = await LocalMode.at(baseURL as string)
  await local.letTimePass((await knows(OWNER)).id, 7_200)
  await owner.page.clock.fastForward(7_200_000)
  await findsTyped(owner, title)
  await sends(owner)
  await hasAdded(owner)
})

test('a token refused while a form is sent is refreshed and the form is saved', {
  tag: '@resilience',
}, async ({ person: owner }) => {
  await types(owner, 'Typed before a token ended')
  const isSpoiled = await spoilToken(owner.page)
  owner.announces(/status of 401/)
  await sends(owner)
  await hasAdded(owner)
  await expect.poll(isSpoiled).toBe(false)
})

/** Replaces a page's access token by one that the server refuses. @returns true when the page still keeps it */
async function spoilToken(page: Page): Promise<() => Promise<boolean>> {
  const spoiled = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken')) ?? ''
    const token = `${(localStorage.getItem(key) ?? '').slice(0, -8)}AAAAAAAA`
    localStorage.setItem(key, token)
    return token
  })
  return () => page.evaluate((token) => Object.values(localStorage).includes(token), spoiled)
}
