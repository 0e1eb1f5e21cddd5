import { expect } from '@playwright/test'
import type { SettingsView } from '#shared/entities/settings.ts'
import { ADMIN, OWNER, PREMIUM } from './support/account.ts'
import { desktop, phone } from './support/devices.ts'
import { isPublished, restoresSettings } from './support/owner-calls.ts'
import { watchedPage } from './support/received-scripts.ts'
import { test } from './support/story.ts'

test.use({ ...desktop.options, as: OWNER })

test('an announcement is published, and once closed leaves no jump', async ({
  arrives,
  ownerActs,
  afterwards,
}) => {
  const text = 'Concours blanc le 3 mai : inscrivez-vous avant la fin du mois'
  const short = "Concours blanc : inscrivez-vous d'ici là"
  const announcement = { text, short, page: '/contact', from: '2020-01-01', until: '2098-07-10' }
  let before = {} as SettingsView
  await ownerActs(async (call) => {
    before = (await call('GET', '/api/admin/settings')) as SettingsView
    await call('PUT', '/api/admin/settings', { ...before, announcement })
  })
  afterwards(restoresSettings(before))
  const visitor = await arrives(phone.options)
  const { page } = visitor
  for (const path of ['/premium', '/'])
    await isPublished(page.request, path, { html: expect.stringContaining(text) })
  const watched = await watchedPage(visitor)
  await visitor.opens('/premium')
  const bar = page.getByRole('region', { name: 'Annonce' })
  await expect(bar.getByRole('link', { name: short })).toBeVisible()
  await expect.poll(async () => (await watched.read()).layoutShift).toBe(0)
  await visitor.button("Fermer l'annonce").click()
  await visitor.opens('/premium')
  await expect(visitor.heading('Accès Premium')).toBeVisible()
  await expect(bar).toBeHidden()
  await expect.poll(async () => (await watched.read()).layoutShift).toBe(0)
})

test('the visit of an admin who is no owner is refused, and recorded for the owners', async ({
  person: owner,
  arrives,
}) => {
  const admin = await arrives({}, ADMIN)
  await admin.expecting(/status of 403/, () => admin.opens('/admin'))
  await expect(admin.heading('ACCÈS ADMIN NON AUTORISÉ')).toBeVisible()
  await admin.sees("Votre compte a été signalé pour une tentative d'accès administrateur non autorisée.")
  await owner.opens('/admin/audit')
  const activity = owner.page.getByRole('table', { name: 'Activité des administrateurs' })
  await expect(activity.getByRole('row', { name: new RegExp(`^${ADMIN}`) })).toContainText('INTRUS')
  const log = owner.page.getByRole('table', { name: "Journal d'audit" }).getByRole('row')
  // The attempts of a minute have one entry, which another story may have begun.
  await expect(log.filter({ hasText: `INTRUS : ${ADMIN}` }).first()).toContainText('REFUSED_ATTEMPT')
})

test('the start page of an owner checks the documents', async ({ person: owner }) => {
  await owner.opens('/admin/tableau-de-bord')
  await owner.button('Vérifier maintenant').click()
  await owner.sees(/^\d.* documents? vérifiés? sur /)
})

test('a student loads neither parts nor data of the dashboard', async ({ arrives }) => {
  const student = await arrives({}, PREMIUM)
  const parts: string[] = []
  student.page.on('request', (request) => parts.push(new URL(request.url()).pathname))
  for (const path of ['/', '/sujets-bac/sm', '/compte']) await student.opens(path)
  await student.isSignedIn(PREMIUM)
  const isOfOwners = /admin|overview|security-tab|resources-tab|papaparse/
  await expect.poll(() => parts.filter((path) => isOfOwners.test(path))).toEqual([])
  await student.opens('/admin')
  await student.sees("Vous n'avez pas la permission d'accéder à cette page.")
  expect(parts.filter((path) => path.startsWith('/api/admin'))).toEqual([])
})
