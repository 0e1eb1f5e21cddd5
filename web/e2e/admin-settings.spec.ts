import { expect } from '@playwright/test'
import type { Settings, SettingsView } from '#shared/entities/settings.ts'
import type { Account } from './support/account.ts'
import { checkAccessibility } from './support/appearance.ts'
import { boxOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import { isPublished, publishesAll } from './support/published.ts'
import { test } from './support/story.ts'
import { watchedPage } from './support/watched-page.ts'

const [phone, desktop] = DEVICES

test.use({ ...desktop.options, as: 'proprietaire@demo.bac' })

/** Reads the settings as an owner; `restore` puts them back for the following stories, on the pages too. */
async function settingsAs(owner: Account) {
  const sessionId = owner.credentials['x-session-id']
  const read = async () => {
    const { json } = await owner.calls('GET', '/api/admin/settings', { sessionId })
    return json as SettingsView
  }
  const first = await read()
  const change = async (changes: Partial<Settings>) => {
    const { version, ...stored } = await read()
    const body = { ...stored, ...changes, version }
    const answer = await owner.calls('PUT', '/api/admin/settings', { sessionId, body })
    expect(answer.status).toBe(200)
  }
  const restore = async () => {
    await change(first)
    await publishesAll(async (method, path) => (await owner.calls(method, path, { sessionId })).json)
  }
  return { read, change, restore }
}

test('an owner prepares the school year while the other one changes the contact: nothing is lost', async ({
  person: owner,
  arrives,
  knows,
}) => {
  const account = await knows('associee@demo.bac')
  const partner = await arrives(phone.options)
  await partner.hasSignedInBefore(account)
  const settings = await settingsAs(account)
  try {
    await partner.opens('/admin/parametres')
    await partner.main.getByLabel('Disponibilité').fill('Le samedi, de 9h à 12h')
    await partner.sees('1 champ modifié, à enregistrer.')
    await checkAccessibility(partner.page, 'settings on a phone')

    await owner.opens('/admin/parametres')
    await owner.link('Préparer la rentrée').click()
    await expect(owner.heading('Préparer la rentrée')).toBeVisible()
    await owner.main.getByLabel('Prix (DH)').fill('280')
    await owner.main.getByLabel("Valable jusqu'au").fill('2020-07-10')
    await owner.sees("Choisissez un jour à venir : c'est jusque-là que l'offre est vendue")
    await owner.main.getByLabel("Valable jusqu'au").fill('2098-07-10')
    await owner.sees("Les accès activés ensuite valent jusqu'au 10 juillet 2098.")
    await owner.main.getByLabel('Date').first().fill('2098-06-04')
    await checkAccessibility(owner.page, 'a new school year')

    await partner.button('Enregistrer').click()
    await partner.sees('Paramètres enregistrés')

    await owner.expecting(/status of 409/, () => owner.button('Enregistrer').click())
    await expect(owner.alert).toContainText('Disponibilité : Le samedi, de 9h à 12h')
    await owner.button('Enregistrer').click()
    await owner.sees('La rentrée est prête')
    await expect.poll(settings.read).toMatchObject({
      priceDh: 280,
      premiumValidUntil: '2098-07-10',
      exams: [{ date: '2098-06-04' }, {}],
      contact: { availability: 'Le samedi, de 9h à 12h' },
    })

    await owner.opens('/admin/audit')
    const log = owner.page.getByRole('table', { name: "Journal d'audit" })
    await expect(log.getByRole('row', { name: /Paramètres|UPDATE_SETTINGS/ }).first()).toContainText('280')
  } finally {
    await settings.restore()
  }
})

test('an announcement, a price and a long name are published, and the closed announcement leaves no jump', async ({
  person: owner,
  arrives,
  knows,
  student,
}) => {
  const text = 'Concours blanc le 3 mai : inscrivez-vous avant la fin du mois'
  const short = "Concours blanc : inscrivez-vous d'ici là"
  const label = 'Examen national normalisé du baccalauréat marocain, session de rattrapage'
  const announcement = { text, short, page: '/contact', from: '2020-01-01', until: '2098-07-10' }
  const account = await knows('associee@demo.bac')
  await account.opensSession()
  const settings = await settingsAs(account)
  try {
    await settings.change({ announcement, priceDh: 321, exams: [{ label, date: '2098-06-04' }] })
    const visitor = await arrives(phone.options)
    const { page } = visitor
    // The pages of one publication are written one after the other.
    for (const path of ['/premium', '/'])
      await isPublished(page.request, path, { html: expect.stringContaining(text) })
    await isPublished(page.request, '/premium', { html: expect.stringMatching(/321(?:<!-- -->)? DH/) })
    // Nothing of a long name is cut off at the side, neither for a student nor for a visitor.
    const pupil = await arrives(phone.options)
    await pupil.hasSignedInBefore(student)
    await pupil.opens('/')
    await expect(pupil.page.getByRole('heading', { name: `${label} dans` })).toBeVisible()
    await pupil.leaves()
    const watched = await watchedPage(visitor)
    await visitor.opens('/')
    await visitor.sees(label)
    await visitor.opens('/premium')
    const bar = page.getByRole('region', { name: 'Annonce' })
    await expect(bar.getByRole('link', { name: short })).toBeVisible()
    await expect(bar.getByText(text)).toBeHidden()
    await expect.poll(async () => (await boxOf(bar)).height).toBeLessThan(48)
    await expect.poll(async () => (await boxOf(bar.getByRole('link'))).height).toBeGreaterThan(43)
    await checkAccessibility(page, 'with an announcement')
    await expect.poll(async () => (await watched.read()).layoutShift).toBe(0)
    await visitor.button("Fermer l'annonce").click()
    await expect(bar).toBeHidden()

    await visitor.opens('/premium')
    await expect(visitor.heading('Accès Premium')).toBeVisible()
    await expect.poll(async () => (await watched.read()).layoutShift).toBe(0)
    await expect(bar).toBeHidden()
    await owner.opens('/')
    await owner.page.getByRole('region', { name: 'Annonce' }).getByRole('link', { name: text }).click()
    await expect(owner.page).toHaveURL('/contact')
  } finally {
    await settings.restore()
    await account.closesSession()
  }
})
