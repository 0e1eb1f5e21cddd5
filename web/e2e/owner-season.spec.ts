import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { samplePaymentInput } from '#shared/entities/payment-request.ts'
import type { SettingsView } from '#shared/entities/settings.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { Account, OWNER, PARTNER } from './support/account.ts'
import { DEVICES } from './support/devices.ts'
import { isPublished, restoresSettings, returnsReceivedFiles } from './support/owner-calls.ts'
import { accepts, claims, finds, opens, rowOf } from './support/owner-pages.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

/** A paper with a correction, and without a video. */
const READ = { id: 'bac-SM-2022-Normale', path: '/sujets-bac/sm/2022-normale' }
/** A chapter without a sheet. */
const SHEET = { chapter: 'SVT/ondes/1', path: '/svt/ondes/1' }

/** Notes a payment in cash in the dialog of an account's row, which gives it Premium. */
async function notesCash(owner: Person, account: Account, reference: string): Promise<void> {
  await opens(owner, account, 'Paiement')
  await owner.dialog.getByLabel('Montant (DH)').fill('280')
  await owner.dialog.getByLabel('Moyen de paiement').selectOption('Espèces')
  await owner.dialog.getByLabel('Référence').fill(reference)
  await accepts(owner, 'Enregistrer')
  await owner.sees(`${account.email} : statut Premium confirmé`)
}

/** Saves the file of the accountant. @returns its cells, without the header */
async function savesPayments(owner: Person): Promise<string[][]> {
  await owner.opens('/admin/paiements')
  await owner.main.getByLabel('Du').fill('2026-01-01')
  const saving = owner.page.waitForEvent('download')
  await owner.button('Exporter (CSV)').click()
  const [header, ...lines] = (await readFile(await (await saving).path(), 'utf8')).split('\r\n')
  expect(header).toMatch(/^\uFEFFReçu le;nature;Compte;Montant \(DH\);/)
  return lines.map((line) => line.split(';'))
}

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
    student,
    ownerActs,
    afterwards,
    request,
    baseURL,
  }) => {
    const announcement = `Stage de révision en mai (${device})`
    let before = {} as SettingsView
    const place = `Papeterie du Lycée (${device})`
    let cards: string[] = []
    await ownerActs(async (call) => {
      before = (await call('GET', '/api/admin/settings')) as SettingsView
      const batch = { label: place, count: 1, validUntil: '2098-06-30', premiumUntil: '2098-07-10' }
      cards = (await call('POST', '/api/admin/codes', batch)).codes as string[]
    })
    afterwards(restoresSettings(before))
    afterwards(returnsReceivedFiles)
    afterwards(async (call) => {
      const { version } = await call('GET', `/api/chapters${SHEET.path}/sheet`)
      await call('PUT', `/api/admin/chapters${SHEET.path}/sheet`, { markdown: '', version })
    })
    const owner = await arrives(options, OWNER)
    const partner = await arrives(options, PARTNER)
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
      await isPublished(request, '/admin/tableau-de-bord', { html: expect.stringContaining('2098-07-10') })
    })

    await test.step('October: a file in Drive becomes a document with one tap, also where both tap', async () => {
      await goesTo(owner, 'Fichiers reçus')
      await owner.button('Chercher maintenant').click()
      await owner.sees('Recherche terminée')
      await goesTo(partner, 'Fichiers reçus')
      const add = (person: Person) => person.button('Ajouter : SM 2022 Normale - Vidéo')
      await expect(add(partner)).toBeVisible()
      await add(owner).click()
      await owner.sees(/SM 2022.*\u00a0: ajouté$/)
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

    const signsUp = () => Account.signedUp(baseURL as string)
    const others = [signsUp(), signsUp(), signsUp(), signsUp()] as const
    const [mistaken, meant, undecided, holder] = await Promise.all(others)
    await test.step('February: money for the wrong account is moved, and a second payment prolongs the first', async () => {
      await finds(owner, mistaken)
      await notesCash(owner, mistaken, 'R-1')
      await opens(owner, mistaken, 'Déplacer vers un autre compte')
      await owner.dialog.getByLabel('Adresse du bon compte').fill(meant.email)
      await accepts(owner, 'Déplacer')
      await owner.sees(`Premium déplacé vers ${meant.email}`)
      await expect(rowOf(owner, mistaken)).toContainText('Gratuit')
      await finds(owner, student)
      await opens(owner, student, 'Autre paiement')
      await owner.dialog.getByLabel('Montant (DH)').fill('٣٠٠,٥')
      await owner.dialog.getByLabel('Moyen de paiement').selectOption('Espèces')
      await owner.dialog.getByLabel('Référence').fill('R-2')
      await owner.dialog.getByLabel("Prolonger jusqu'au").fill('2099-07-10')
      await accepts(owner, 'Noter le paiement')
      await owner.sees(`${student.email} : paiement noté`)
      await expect(rowOf(owner, student)).toContainText("jusqu'au 10 juillet 2099")
    })

    await test.step('March: money is given back, other money never came, and a card is redeemed', async () => {
      await finds(owner, undecided)
      for (const [reference, money] of [
        ['R-3', 'Rendu'],
        ['R-4', 'Jamais reçu'],
      ] as const) {
        await notesCash(owner, undecided, reference)
        await opens(owner, undecided, 'Rendre Gratuit')
        await owner.dialog.getByLabel('Que devient le paiement de 280 DH ?').selectOption(money)
        await accepts(owner, 'Rendre Gratuit')
        await owner.sees(`${undecided.email} : statut Gratuit confirmé`)
      }
      const { sessionId: held = '' } = await claims(holder)
      const body = { code: cards[0] }
      const redeemed = await holder.calls('POST', '/api/account/premium-code', { sessionId: held, body })
      expect(redeemed.status).toBe(200)
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
      await owner.dialog.getByRole('button', { name: /^Envoyer/ }).click()
      await owner.sees('Réponse envoyée et publiée')
      await partner.expecting(/status of 409/, () =>
        partner.dialog.getByRole('button', { name: /^Envoyer/ }).click(),
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
      const lines = await savesPayments(partner)
      const amount = ([, , , cell = '']: string[]) => Math.round(Number(cell.replace(',', '.')) * 100)
      const sum = lines.pop() ?? []
      expect(sum[0]).toBe('Somme')
      expect(amount(sum)).toBe(lines.reduce((total, line) => total + amount(line), 0))
      const people = { student, mistaken, meant, undecided, holder }
      const nameOf = new Map(Object.entries(people).map(([name, { email }]) => [email, name]))
      const own = lines.flatMap(([, nature, email = '', ...cells]) =>
        nameOf.has(email) ? [[nature, nameOf.get(email), ...cells.slice(0, 5)].join(' | ')] : [],
      )
      expect(own.toSorted()).toEqual([
        `Annulation | mistaken | -280 | Espèces | R-1 |  | ${OWNER}`,
        `Annulation | undecided | -280 | Espèces | R-4 |  | ${OWNER}`,
        expect.stringContaining(`Paiement | holder | ${before.priceDh} | Carte prépayée | ${place}, n° `),
        `Paiement | meant | 280 | Espèces | R-1 |  | ${OWNER}`,
        `Paiement | mistaken | 280 | Espèces | R-1 |  | ${OWNER}`,
        `Paiement | student | 280 | Virement bancaire | VIR ${student.email} |  | ${OWNER}`,
        `Paiement | student | 300,5 | Espèces | R-2 |  | ${OWNER}`,
        `Paiement | undecided | 280 | Espèces | R-3 |  | ${OWNER}`,
        `Paiement | undecided | 280 | Espèces | R-4 |  | ${OWNER}`,
        `Remboursement | undecided | -280 | Espèces | R-3 |  | ${OWNER}`,
      ])
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
  })
}
