import { expect } from '@playwright/test'
import { checkAccessibility } from './support/appearance.ts'
import { DEVICES } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const OWNER = 'associee@demo.bac'
const ADMIN = 'admin@demo.bac'
const PREMIUM = 'premium@demo.bac'

const activity = (owner: Person) => owner.page.getByRole('table', { name: 'Activité des administrateurs' })
const lines = (owner: Person) =>
  owner.page
    .getByRole('table', { name: "Journal d'audit" })
    .getByRole('row')
    .filter({ has: owner.page.getByRole('cell') })

const [phone, desktop] = DEVICES

test.describe(phone.device, () => {
  test.use({ ...phone.options, as: OWNER })

  test('the visit of an admin who is no owner is recorded once and flagged for the owners', async ({
    person: owner,
    arrives,
    knows,
  }) => {
    const admin = await arrives()
    await admin.hasSignedInBefore(await knows(ADMIN))
    const asked: string[] = []
    admin.page.on('request', (request) => {
      if (request.url().includes('/api/admin/')) asked.push(new URL(request.url()).pathname)
    })
    await admin.expecting(/status of 403/, () => admin.opens('/admin'))
    await expect(admin.heading('ACCÈS ADMIN NON AUTORISÉ')).toBeVisible()
    await admin.sees("Votre compte a été signalé pour une tentative d'accès administrateur non autorisée.")
    await admin.sees("contactez l'administrateur")
    await checkAccessibility(admin.page, 'unauthorised')
    await admin.losesNetwork()
    await admin.context.setOffline(false)
    await admin.opensUserMenu(ADMIN)
    const refreshed = admin.page.waitForResponse((answer) => answer.url().endsWith('/api/session/activity'))
    await admin.button('Rafraîchir la session').click()
    expect((await refreshed).status()).toBe(200)
    expect(asked).toEqual(['/api/admin/activity'])

    await owner.opens('/admin/audit')
    await expect(activity(owner).getByRole('row', { name: new RegExp(`^${ADMIN}`) })).toContainText('INTRUS')
    // The demo starts with an account that this owner has blocked.
    await expect(activity(owner).getByRole('row', { name: /^proprietaire@demo\.bac/ })).toContainText(
      'Légitime',
    )
    const newest = lines(owner).first()
    await expect(newest).toContainText('REFUSED_ATTEMPT')
    await expect(newest).toContainText(`INTRUS : ${ADMIN}`)
    await expect(newest).toContainText("Tentative d'accès refusée")
    await expect(newest).toContainText('GET /api/admin/activity')
  })

  test('the overview shows figures and missing subjects, and checks the documents', async ({
    person: owner,
  }) => {
    await owner.opens('/admin')
    await owner.button(/^Sections/).click()
    await owner.link('Tableau de bord').click()
    await expect(owner.page).toHaveURL('/admin/tableau-de-bord')
    await owner.sees(/^\d+ sujets? manquants? : /)
    const matrix = owner.page.getByRole('table', { name: /^Sujets manquants/ })
    await expect(matrix.getByRole('row', { name: /^2025/ })).toContainText('Manquant')
    await expect(matrix.getByRole('row')).toHaveCount(20)
    await owner.page.getByText('Voir les chiffres').click()
    const weeks = owner.page.getByRole('table', { name: 'Inscriptions et activations par semaine' })
    await expect(weeks.getByRole('row').filter({ has: owner.page.getByRole('cell') })).toHaveCount(12)
    await checkAccessibility(owner.page, 'overview with figures')

    await owner.button('Vérifier maintenant').click()
    await owner.sees(/^\d.* documents? vérifiés? sur /)
    await expect(owner.button('Vérifier maintenant')).toBeEnabled({ timeout: 120_000 })
    await owner.sees(/^Dernière vérification : /)

    await owner.button('Synchroniser les comptes').click()
    await owner.sees(/^\d+ profils? créés?\.$/)
  })
})

test.describe(desktop.device, () => {
  test.use({ ...desktop.options, as: OWNER })

  test('the menu of a student is used by keyboard alone', async ({ person: owner }) => {
    await owner.opens('/admin?q=gratuit@demo.bac')
    const menu = owner.row(/^gratuit@demo\.bac/).getByRole('button', { name: 'Autres actions' })
    await menu.focus()
    await owner.page.keyboard.press('Enter')
    await owner.page.keyboard.press('Tab')
    await expect(owner.button('Paiement')).toBeFocused()
    await owner.page.keyboard.press('Enter')
    await expect(owner.dialog.getByLabel('Date de fin')).toBeFocused()
    await owner.page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await owner.page.keyboard.press('Enter')
    await owner.page.keyboard.press('Escape')
    await expect(owner.button('Paiement')).toBeHidden()
    await expect(menu).toBeFocused()
  })
})

test('only an owner loads parts and data of the dashboard', async ({ person: student, knows }) => {
  const parts: string[] = []
  student.page.on('request', (request) => parts.push(new URL(request.url()).pathname))
  await student.hasSignedInBefore(await knows(PREMIUM))
  for (const path of ['/', '/science-math/electricite/1', '/sujets-bac/sm', '/premium', '/compte'])
    await student.opens(path)
  await student.isSignedIn(PREMIUM)
  expect(parts.filter((path) => /admin|overview|security-tab|resources-tab|papaparse/.test(path))).toEqual([])
  await student.opens('/admin')
  await student.sees("Vous n'avez pas la permission d'accéder à cette page.")
  expect(parts.filter((path) => path.startsWith('/api/admin'))).toEqual([])
})
