import { expect } from '@playwright/test'
import { samplePaymentInput } from '#shared/entities/payment-request.ts'
import type { SettingsView } from '#shared/entities/settings.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { DEVICES } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { isPublished, publishesAll } from './support/published.ts'
import { returnsReceivedFiles } from './support/received-files.ts'
import { test } from './support/story.ts'
import { claims } from './support/student-row.ts'

const OWNER = 'proprietaire@demo.bac'
const PARTNER = 'associee@demo.bac'
const ADMIN = 'admin@demo.bac'
/** A paper with a correction, and without a video. */
const READ = { id: 'bac-SM-2022-Normale', path: '/sujets-bac/sm/2022-normale' }
/** A chapter without a sheet. */
const SHEET = { chapter: 'SVT/ondes/1', path: '/svt/ondes/1' }

for (const { device, options } of isLongRun ? DEVICES : DEVICES.slice(0, 1)) {
  const isPhone = device === 'on a phone'
  /** Changes to a page of the dashboard by its menu, which is folded on a phone. */
  async function goesTo(person: Person, name: string): Promise<void> {
    const menu = person.page.getByRole('navigation', { name: "Sections de l'administration" })
    if (isPhone) await person.button(/^Sections/).click()
    await menu.getByRole('link', { name: new RegExp(`^${name}( \\(|$)`) }).click()
  }

  test(`an owner and a colleague lead a season, from its first day to the results (${device})`, async ({
    arrives,
    knows,
    student,
    ownerActs,
    afterwards,
    request,
  }) => {
    const announcement = `Stage de révision en mai (${device})`
    let before = {} as SettingsView
    await ownerActs(async (call) => {
      before = (await call('GET', '/api/admin/settings')) as SettingsView
    })
    afterwards(async (call) => {
      const { version } = (await call('GET', '/api/admin/settings')) as SettingsView
      await call('PUT', '/api/admin/settings', { ...before, version })
      await publishesAll(call)
    })
    afterwards(returnsReceivedFiles)
    afterwards(async (call) => {
      const { version } = await call('GET', `/api/chapters${SHEET.path}/sheet`)
      await call('PUT', `/api/admin/chapters${SHEET.path}/sheet`, { markdown: '', version })
    })
    const owner = await arrives(options)
    await owner.hasSignedInBefore(await knows(OWNER))
    const partner = await arrives(options)
    await partner.hasSignedInBefore(await knows(PARTNER))
    await owner.opens('/admin')
    await partner.opens('/admin')

    await test.step('September: the guide leads to the new year, while the colleague announces a course', async () => {
      await owner.main.getByRole('link', { name: /^Aide :/ }).click()
      await expect(owner.heading('Préparer la rentrée').first()).toBeVisible()
      await goesTo(owner, 'Paramètres')
      await expect(owner.heading('Paramètres')).toBeVisible()
      await owner.main.getByRole('link', { name: 'Préparer la rentrée' }).click()
      await expect(owner.heading("L'offre de l'année")).toBeVisible()
      await goesTo(partner, 'Paramètres')
      await partner.main.getByLabel("Texte de l'annonce").fill(announcement)
      await owner.main.getByLabel('Prix (DH)').fill('280')
      await owner.main.getByLabel("Valable jusqu'au").fill('2098-07-10')
      await owner.button('Enregistrer').click()
      await owner.sees('La rentrée est prête')
      await partner.expecting(/status of 409/, () => partner.button('Enregistrer').click())
      await expect(partner.alert).toContainText('280')
      await partner.button('Enregistrer').click()
      await partner.sees('Paramètres enregistrés')
      await isPublished(request, '/premium', { html: expect.stringContaining(announcement) })
      await isPublished(request, '/premium', { html: expect.stringMatching(/280(?:<!-- -->)? DH/) })
    })

    await test.step('October: a file in Drive becomes a document with one tap, also where both tap', async () => {
      await goesTo(owner, 'Fichiers reçus')
      await owner.button('Chercher maintenant').click()
      await owner.sees('Recherche terminée')
      await goesTo(partner, 'Fichiers reçus')
      const add = (person: Person) => person.button('Ajouter : SM 2022 Normale - Vidéo')
      await expect(add(partner)).toBeVisible()
      await add(owner).click()
      await owner.sees(/SM 2022.* : ajouté$/)
      await add(partner).click()
      await expect(add(partner)).toBeHidden()
    })

    await test.step('November: a chapter gets its sheet', async () => {
      await owner.opens(`/admin/fiches?chapitre=${SHEET.chapter}`)
      await owner.main.getByLabel('Texte de la fiche').fill('# Célérité\n\n$v = \\lambda f$')
      await owner.button('Publier la fiche').click()
      await owner.sees('Fiche publiée')
    })

    const text = `Pourquoi le courant s'annule-t-il (${device}) ?`
    let sessionId = ''
    await test.step('January: a student pays, and is Premium after one tap of the owner', async () => {
      sessionId = (await claims(student)).sessionId ?? ''
      const body = { ...samplePaymentInput, amountDh: 280, reference: `VIR ${student.email}` }
      const declared = await student.calls('POST', '/api/account/payment-requests', { sessionId, body })
      expect(declared.status).toBe(201)
      await owner.opens('/admin/tableau-de-bord')
      await owner.main.getByRole('link', { name: /paiements? déclarés?$/ }).click()
      const card = owner.main.getByRole('article', { name: student.email })
      await card.getByRole('button', { name: /^Activer jusqu'au 10 juillet 2098/ }).click()
      await owner.sees(/: Premium activé jusqu'au /)
      await expect(card).toBeHidden()
    })

    await test.step('April: one answer is written once, published, and not overwritten by the colleague', async () => {
      const body = { documentId: READ.id, text }
      const asked = await student.calls('POST', '/api/questions', { sessionId, body })
      expect(asked.status).toBe(201)
      const opensAnswer = async (person: Person, answer: string) => {
        await person.opens('/admin/questions')
        await person.rows
          .filter({ hasText: text })
          .getByRole('button', { name: /^Répondre/ })
          .click()
        await person.dialog.getByLabel('Réponse').fill(answer)
      }
      await opensAnswer(owner, 'Le condensateur est chargé : $i = \\dfrac{dq}{dt} = 0$.')
      await opensAnswer(partner, 'Voir la page 2.')
      await owner.dialog.getByLabel('Publier sans nom').check()
      await owner.dialog.getByRole('button', { name: 'Enregistrer' }).click()
      await owner.sees('Réponse envoyée et publiée')
      await partner.expecting(/status of 409/, () =>
        partner.dialog.getByRole('button', { name: 'Enregistrer' }).click(),
      )
      await expect(partner.dialog.getByRole('alert')).toBeVisible()
      await expect(partner.dialog.getByLabel('Réponse')).toHaveValue('Voir la page 2.')
    })

    await test.step('May: what was published in the year is on the pages', async () => {
      await isPublished(request, SHEET.path, { html: expect.stringContaining('<math') })
      await isPublished(request, READ.path, { html: expect.stringContaining(`(${device})`) })
      await isPublished(request, READ.path, { html: expect.stringContaining('Voir la vidéo') })
    })

    await test.step('July: the year adds up, its offer is over, and the log says who did what', async () => {
      await partner.opens('/admin/paiements')
      await expect(partner.row(new RegExp(student.email))).toContainText('280')
      await expect(partner.row(new RegExp(student.email))).toContainText(OWNER)
      await partner.opens('/admin/parametres')
      await partner.main.getByLabel("Valable jusqu'au").fill('2026-07-10')
      await partner.button('Enregistrer').click()
      await partner.sees('Paramètres enregistrés')
      await isPublished(request, '/premium', { html: expect.stringContaining('offre est en préparation') })
      await isPublished(request, '/admin/tableau-de-bord', { html: expect.stringContaining('2026-07-10') })
      await owner.opens('/admin/tableau-de-bord')
      await owner.sees("L'offre Premium est terminée depuis le 10 juillet 2026.")
      await goesTo(owner, 'Audit & Sécurité')
      const log = owner.page.getByRole('table', { name: "Journal d'audit" })
      await expect(log.getByRole('row', { name: PARTNER }).first()).toContainText('Après : 10 juillet 2026')
    })

    await test.step('an admin who is not an owner sees nothing of it', async () => {
      const admin = await arrives(options)
      await admin.hasSignedInBefore(await knows(ADMIN))
      await admin.expecting(/status of 403/, () => admin.opens('/admin/tableau-de-bord'))
      await admin.sees('ACCÈS ADMIN NON AUTORISÉ')
    })
  })
}
