import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { DEMO_PASSWORD, freshEmail, OWNER, password } from './support/account.ts'
import { LocalMode } from './support/local-mode.ts'
import { test } from './support/story.ts'

const SUBJECT = { id: 'bac-SM-2023-Normale', row: '2023', title: 'Bac SM 2023 - Session Normale' }
/** A year without a paper of the second session. */
const INCOMPLETE_YEAR = '2025'
const SESSION_TEXT =
  'Une session est déjà active pour cet utilisateur. Veuillez vous déconnecter de votre autre session avant de continuer.'
const HELP_TIPS = ["l'autre appareil", 'avant de fermer le site', 'contactez un administrateur']

const email = freshEmail()

test.use({ serviceWorkers: 'allow' })

test('a student with Premium opens an exam paper, and visitors, free accounts and copied links are refused', async ({
  person: student,
  arrives,
  baseURL,
}) => {
  const local = await LocalMode.at(baseURL as string)
  const owner = await arrives()
  let signedUrl = ''

  await test.step('1. a visitor sees what there is, and is offered Premium', async () => {
    await student.opens('/')
    await expect(student.page.getByRole('heading', { level: 1 })).toBeVisible()
    await student.opens('/sujets-bac/sm')
    await expect(student.page.getByRole('heading', { level: 1, name: 'Sujets Science Math' })).toBeVisible()
    await expect(student.rows).toHaveCount(18)
    await expect(student.rows.getByRole('link', { name: 'Passer en Premium' })).toHaveCount(33)
    await expect(student.rows.getByText('Non disponible')).toHaveCount(3)
    await student.sees('Non disponible', { within: student.row(INCOMPLETE_YEAR) })
    await expect(student.button('Voir')).toHaveCount(0)
  })

  await test.step('2. the student signs up and has a free account', async () => {
    await student.signsUp(email, password)
    await student.choosesTrackLater()
    await student.opensUserMenu(email)
    await student.sees('Passer en Premium', { within: student.userMenu })
  })

  await test.step('3. a direct call for a document is refused', async () => {
    const refusal = await student.calls(`/api/files/${SUBJECT.id}`, await student.credentials())
    expect(refusal.status()).toBe(403)
    expect(refusal.headers()['content-type']).toContain('application/problem+json')
    const problem: unknown = await refusal.json()
    expect(problem).toMatchObject({ code: 'PREMIUM_REQUIRED', detail: 'Accès refusé au fichier' })
    await student.opens('/sujets-bac/sm')
    await expect(student.rows.getByRole('link', { name: 'Passer en Premium' })).toHaveCount(33)
  })

  await test.step('4. the primary owner gives the student Premium, and the log says so', async () => {
    await owner.signsIn(OWNER, DEMO_PASSWORD)
    await owner.opensUserMenu(OWNER)
    await owner.link('Administration').click()
    await owner.page
      .getByPlaceholder('Rechercher des utilisateurs...')
      .fill(email.slice(0, email.indexOf('@')))
    const row = owner.row(email)
    await expect(row).toContainText('Gratuit')
    await row.getByRole('button', { name: 'Rendre Premium' }).click()
    await expect(row.getByRole('button', { name: 'Rendre Gratuit' })).toBeVisible()
    await expect(row).toContainText('Premium')
    await owner.link(/Audit & Sécurité/).click()
    const entry = owner.row(new RegExp(email))
    await expect(entry).toContainText('UPDATE_PREMIUM')
    await expect(entry).toContainText(OWNER)
  })

  await test.step('5. after a refresh of the session the student reads and saves the paper', async () => {
    await student.opensUserMenu(email)
    await student.button('Rafraîchir la session').click()
    await student.sees('Compte Premium', { within: student.userMenu })
    const row = student.row(SUBJECT.row)
    const fetched = student.page.waitForResponse((response) => response.url().includes('/1.webp'))
    await row.getByRole('button', { name: 'Voir' }).first().click()
    const viewer = student.page.getByRole('dialog', { name: SUBJECT.title })
    await expect(viewer).toBeVisible()
    signedUrl = (await fetched).url()
    expect(new URL(signedUrl).searchParams.get('Signature')).toBeTruthy()
    await student.seesPage(viewer)
    await student.page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()

    const saving = student.page.waitForEvent('download')
    await row.getByRole('button', { name: 'Télécharger' }).first().click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('Bac-SM-2023-Normale.pdf')
    const bytes = await readFile(await saved.path())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('6. a second browser is refused until the first signs out', async () => {
    const second = await arrives()
    await second.expecting(/409/, () => second.signsIn(email, password))
    await second.sees(SESSION_TEXT)
    for (const tip of HELP_TIPS) await second.sees(new RegExp(tip))
    await expect(second.button(email)).toBeHidden()

    await student.signsOut(email)
    await second.signsIn(email, password)
    await expect(second.button(email)).toBeVisible()

    await second.signsOut(email)
  })

  await test.step('7. an altered or expired link, or one from another browser, is refused at the edge', async () => {
    const at = signedUrl.indexOf('Signature=') + 40
    const altered = signedUrl.slice(0, at) + (signedUrl[at] === 'A' ? 'B' : 'A') + signedUrl.slice(at + 1)
    const otherPath = signedUrl.replace(/[0-9a-f]{64}/, (digest) => digest.split('').toReversed().join(''))
    const expired = await local.signAgain(signedUrl, new Date(Date.now() - 1_000))
    const unsigned = signedUrl.slice(0, signedUrl.indexOf('?'))
    const repeated = `${signedUrl}&lecteur=autre`
    for (const url of [altered, otherPath, expired, unsigned, repeated]) {
      const refusal = await student.calls(url)
      expect(refusal.status(), url).toBe(403)
    }
    const stranger = await arrives()
    const refusal = await stranger.calls(signedUrl)
    expect(refusal.status()).toBe(403)

    const valid = await local.signAgain(signedUrl, new Date(Date.now() + 60_000))
    const answer = await student.calls(valid)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toBe('image/webp')
  })
})
