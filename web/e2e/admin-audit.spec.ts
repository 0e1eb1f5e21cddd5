import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { Account } from './support/account.ts'
import { answers, asks } from './support/answers.ts'
import { isAccessible } from './support/axe.ts'
import { DEVICES } from './support/devices.ts'
import { Person } from './support/person.ts'

const OWNER = 'associee@demo.bac'
const ADMIN = 'admin@demo.bac'

for (const { device, options } of DEVICES) {
  test.describe(device, () => {
    let owner: Person

    test.beforeAll(async ({ browser }) => {
      owner = await Person.withoutWorker(browser, { ...options, acceptDownloads: true })
      await owner.signsIn(OWNER, 'demo1234')
      await owner.isSignedIn(OWNER)
    })
    // The other device signs in with the same account.
    test.afterAll(async () => {
      await owner.opens('/contact')
      await owner.signsOut(OWNER)
      await owner.leaves()
    })

    const log = () => owner.page.getByRole('table', { name: "Journal d'audit" })
    const activity = () => owner.page.getByRole('table', { name: 'Activité des administrateurs' })
    const lines = () =>
      log()
        .getByRole('row')
        .filter({ has: owner.page.getByRole('cell') })

    test('an admin who is no owner is recorded once a visit, and the owners see it in red', async ({
      browser,
    }) => {
      const admin = await Person.withoutWorker(browser, options)
      await admin.signsIn(ADMIN, 'demo1234')
      await admin.isSignedIn(ADMIN)
      const asked: string[] = []
      admin.page.on('request', (request) => {
        if (request.url().includes('/api/admin/')) asked.push(new URL(request.url()).pathname)
      })
      await admin.expecting(/status of 403/, () => admin.opens('/admin'))
      await expect(admin.heading('ACCÈS ADMIN NON AUTORISÉ')).toBeVisible()
      await admin.sees("Votre compte a été signalé pour une tentative d'accès administrateur non autorisée.")
      await admin.sees("contactez l'administrateur")
      await isAccessible(admin.page, `unauthorised ${device}`)
      await admin.context.setOffline(true)
      await admin.context.setOffline(false)
      await admin.opensUserMenu(ADMIN)
      await admin.button('Rafraîchir la session').click()
      await expect(admin.button('Rafraîchir la session')).toBeEnabled()
      expect(asked).toEqual(['/api/admin/activity'])
      await admin.page.keyboard.press('Escape')
      await admin.signsOut(ADMIN)
      await admin.leaves()

      await owner.opens('/admin/audit')
      await expect(activity().getByRole('row', { name: new RegExp(`^${ADMIN}`) })).toContainText('INTRUS')
      // He blocked an account when the demo began.
      await expect(activity().getByRole('row', { name: /^proprietaire@demo\.bac/ })).toContainText('Légitime')
      const newest = lines().first()
      await expect(newest).toContainText('REFUSED_ATTEMPT')
      await expect(newest).toContainText("Tentative d'accès refusée")
      await expect(newest).toContainText('GET /api/admin/activity')
      await isAccessible(owner.page, `audit ${device}`)
    })

    test('each change is in the log with what was before and what is after, also in the file', async ({
      baseURL,
    }) => {
      const student = await Account.signedUp(baseURL as string)
      await owner.opens(`/admin?q=${student.email}`)
      await owner.button('Rendre Premium').click()
      await owner.sees(`${student.email} : statut Premium confirmé`)
      await owner.link('Audit & Sécurité').click()
      const entry = lines().filter({ hasText: student.email })
      await expect(entry).toHaveCount(1)
      await expect(entry).toContainText('UPDATE_PREMIUM')
      await expect(entry).toContainText(/Avant :\s*Gratuit/)
      await expect(entry).toContainText(/Après :\s*Premium/)
      await expect(owner.page.getByText(/^\d+\+? comptes? bloqués?$/)).toBeVisible()
      await owner.sees(
        'Les utilisateurs bloqués sont masqués de la liste principale et ne peuvent plus se connecter.',
      )

      const saving = owner.page.waitForEvent('download')
      await owner.button('Exporter le journal (CSV)').click()
      const file = await saving
      expect(file.suggestedFilename()).toBe('journal-audit.csv')
      const saved = await readFile(await file.path(), 'utf8')
      expect(saved).toContain(`;${OWNER};UPDATE_PREMIUM;${student.email};`)
      expect(saved).toContain('Statut Premium : Gratuit → Premium')

      const asked = new Set<string>()
      owner.page.on('request', (request) => asked.add(new URL(request.url()).pathname))
      await owner.button('Actualiser').click()
      await expect
        .poll(() => [...asked].filter((path) => path.startsWith('/api/admin/')).toSorted())
        .toEqual(['/api/admin/activity', '/api/admin/audit', '/api/admin/blocked'])
    })

    test('each state of the log', async () => {
      await owner.whileWaitingFor(
        asks('/api/admin/audit'),
        () => owner.opens('/admin/audit'),
        async () => {
          await expect(owner.heading('Administration')).toBeVisible()
          await owner.sees('Chargement en cours...')
          await isAccessible(owner.page, `audit loading ${device}`)
        },
      )
      const empty = { items: [], nextCursor: null }
      for (const path of ['/api/admin/audit', '/api/admin/activity', '/api/admin/blocked'])
        await answers(owner.page, path, empty)
      await owner.opens('/admin/audit')
      await owner.sees('Aucune activité suspecte détectée.')
      await owner.sees("Aucun log d'audit trouvé.")
      await isAccessible(owner.page, `audit empty ${device}`)
      await owner.opens('/admin/bloques')
      await owner.sees('Aucun utilisateur bloqué')
      await owner.sees('Tous les utilisateurs ont actuellement accès au système.')
      await isAccessible(owner.page, `blocked empty ${device}`)

      await owner.page.unrouteAll()
      for (const path of ['/api/admin/audit', '/api/admin/blocked'])
        await answers(owner.page, path, { status: 400, code: 'INVALID_REQUEST' })
      await owner.expecting(/status of 400/, () => owner.opens('/admin/audit'))
      await expect(owner.alert).toBeVisible()
      await isAccessible(owner.page, `audit failed ${device}`)
      await owner.opens('/admin/bloques')
      await expect(owner.alert).toBeVisible()
      await isAccessible(owner.page, `blocked failed ${device}`)
      await owner.page.unrouteAll()
    })

    test('the overview counts, names what is missing, and looks through the documents', async () => {
      test.setTimeout(180_000)
      await owner.opens('/admin')
      await owner.link('Tableau de bord').click()
      await expect(owner.page).toHaveURL('/admin/tableau-de-bord')
      await owner.sees(/^\d+ sujets? manquants? : /)
      const matrix = owner.page.getByRole('table', { name: /^Sujets manquants/ })
      await expect(matrix.getByRole('row', { name: /^2025/ })).toContainText('Manquant')
      await expect(matrix.getByRole('row')).toHaveCount(20)
      await owner.sees(/^L'offre Premium est terminée depuis le 10 juillet 2026\.$/)
      await isAccessible(owner.page, `overview ${device}`)
      await owner.page.getByText('Voir les chiffres').click()
      const weeks = owner.page.getByRole('table', { name: 'Inscriptions et activations par semaine' })
      await expect(weeks.getByRole('row').filter({ has: owner.page.getByRole('cell') })).toHaveCount(12)
      await isAccessible(owner.page, `overview with figures ${device}`)

      await owner.button('Vérifier maintenant').click()
      await owner.sees(/^\d.* documents? vérifiés? sur /)
      await isAccessible(owner.page, `overview while checking ${device}`)
      await expect(owner.button('Vérifier maintenant')).toBeEnabled({ timeout: 120_000 })
      await owner.sees(/^Dernière vérification : /)
      await isAccessible(owner.page, `overview checked ${device}`)

      await owner.button('Synchroniser les comptes').click()
      await owner.sees(/^\d+ profils? créés?\.$/)
    })

    test('each state of the overview', async () => {
      await owner.whileWaitingFor(
        asks('/api/admin/overview'),
        () => owner.opens('/admin/tableau-de-bord'),
        async () => {
          await expect(owner.heading('Administration')).toBeVisible()
          await owner.sees('Chargement en cours...')
          await isAccessible(owner.page, `overview loading ${device}`)
        },
      )
      await answers(owner.page, '/api/admin/overview', { status: 400, code: 'INVALID_REQUEST' })
      await owner.expecting(/status of 400/, () => owner.opens('/admin/tableau-de-bord'))
      await expect(owner.alert).toBeVisible()
      await isAccessible(owner.page, `overview failed ${device}`)
      await owner.page.unrouteAll()
    })
  })
}

for (const width of [320, 1280])
  test(`the administration is accessible at ${width} px and by the keyboard`, async ({ browser }) => {
    test.setTimeout(120_000)
    const owner = await Person.withoutWorker(browser, { viewport: { width, height: 800 } })
    await owner.signsIn(OWNER, 'demo1234')
    await owner.isSignedIn(OWNER)
    for (const [path, shows] of [
      ['/admin', /^Utilisateurs \(\d+\)$/],
      ['/admin/audit', "Journal d'audit"],
      ['/admin/bloques', /^Utilisateurs Bloqués \(\d+\)$/],
      ['/admin/tableau-de-bord', 'Sujets manquants'],
    ] as const) {
      await owner.opens(path)
      await expect(owner.page.getByRole('heading', { name: shows })).toBeVisible()
      await isAccessible(owner.page, `${path} at ${width} px`)
    }
    await owner.opens('/admin?q=gratuit@demo.bac')
    const menu = owner.row(/^gratuit@demo\.bac/).getByRole('button', { name: 'Autres actions' })
    await menu.focus()
    await owner.page.keyboard.press('Enter')
    await owner.page.keyboard.press('Tab')
    await expect(owner.button('Paiement')).toBeFocused()
    await isAccessible(owner.page, `menu at ${width} px`)
    await owner.page.keyboard.press('Enter')
    await expect(owner.dialog.getByLabel('Date de fin')).toBeFocused()
    await owner.page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await owner.page.keyboard.press('Enter')
    await owner.page.keyboard.press('Escape')
    await expect(owner.button('Paiement')).toBeHidden()
    await expect(menu).toBeFocused()
    await owner.signsOut(OWNER)
    await owner.leaves()
  })

test('nobody but an owner is sent any of it', async ({ browser }) => {
  const student = await Person.withoutWorker(browser)
  const parts: string[] = []
  student.page.on('request', (request) => parts.push(new URL(request.url()).pathname))
  await student.signsIn('premium@demo.bac', 'demo1234')
  await student.isSignedIn('premium@demo.bac')
  for (const path of ['/', '/science-math/electricite/1', '/sujets-bac/sm', '/premium', '/compte'])
    await student.opens(path)
  await student.isSignedIn('premium@demo.bac')
  expect(parts.filter((path) => /admin|overview|security-tab|resources-tab|papaparse/.test(path))).toEqual([])
  await student.opens('/admin')
  await student.sees("Vous n'avez pas la permission d'accéder à cette page.")
  expect(parts.filter((path) => path.startsWith('/api/admin'))).toEqual([])
  await student.signsOut('premium@demo.bac')
  await student.leaves()
})
