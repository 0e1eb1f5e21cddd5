import { expect } from '@playwright/test'
import { isLongRun } from '#shared/test-support/runs.ts'
import { OWNER } from './support/account.ts'
import { DEVICES, heightOf, phone } from './support/devices.ts'
import { isPublished } from './support/owner-calls.ts'
import type { Person } from './support/person.ts'
import { opensPanel, practiceBar } from './support/practice.ts'
import { test } from './support/story.ts'

/** A paper whose exercises have hints; a free account may not open it. */
const PAPER = '/sujets-bac/sm/2022-normale'
const EXERCISE = 'Bac SM 2022 - Session Normale - Exercice 1'

const CHAPTER = '/science-math/ondes/1'
const CHAPTER_ID = 'SM/ondes/1'

const devices = isLongRun ? DEVICES : [phone]

async function opensPracticePanel(person: Person): Promise<void> {
  await person.opens(`${PAPER}?exercice=1`)
  await expect(practiceBar(person)).toBeVisible()
  await opensPanel(person)
}

for (const device of devices)
  test(`a student asks about an exercise, the owner answers and publishes, and everyone reads it (${device.device})`, async ({
    arrives,
    premiumStudent,
  }) => {
    // Published answers of an earlier run stay on the page.
    const run = `${device.device}, ${premiumStudent.id.slice(0, 6)}`
    const text = `Pourquoi la tension ${run} reste-t-elle constante, Madame ?`
    const forAll = `Pourquoi </script><img src=x onerror=alert(1)> constante (${run}) ?`
    const student = await arrives(device.options, premiumStudent)
    const owner = await arrives(device.options, OWNER)

    await test.step('the student asks, and a lost network keeps the text', async () => {
      await opensPracticePanel(student)
      await student.button('Poser une question').last().click()
      const form = student.page.getByRole('dialog', { name: 'Poser une question' })
      await expect(form.getByText(EXERCISE)).toBeVisible()
      await expect(form.getByText(/sans votre nom/)).toBeVisible()
      const field = form.getByLabel('Votre question')
      await field.fill(text)
      await expect(form.getByText(`${500 - text.length} caractères restants`)).toBeVisible()
      await student.page.route('**/api/questions', (route) => route.abort())
      await student.expecting(/ERR_FAILED/, async () => {
        await form.getByRole('button', { name: 'Envoyer' }).click()
        await expect(form.getByRole('alert')).toBeVisible()
      })
      await expect(field).toHaveValue(text)
      await student.page.unroute('**/api/questions')
      await form.getByRole('button', { name: 'Envoyer' }).click()
      await expect(form).toBeHidden()
    })

    await test.step('the owner finds it from what waits, and answers with a formula', async () => {
      await owner.opens('/admin/tableau-de-bord')
      await owner.main.getByRole('link', { name: /^\d+ questions?$/ }).click()
      const row = owner.rows.filter({ hasText: text })
      await expect(row.getByRole('link', { name: EXERCISE })).toBeVisible()
      const answer = row.getByRole('button', { name: `Répondre : ${EXERCISE}` })
      await expect.poll(() => heightOf(answer)).toBeGreaterThanOrEqual(44)
      await answer.click()
      const form = owner.dialog
      await form.getByLabel('Réponse').fill('Le générateur impose $E = u_R + u_C$.')
      await expect(form.getByRole('region', { name: 'Aperçu' }).locator('math')).toBeVisible()
      await form.getByLabel('Publier sans nom').check()
      await expect(form.getByLabel('Question sur la page')).toHaveValue(text)
      await form.getByLabel('Question sur la page').fill(forAll)
      await form.getByRole('button', { name: /^Envoyer/ }).click()
      await owner.sees('Réponse envoyée et publiée')
      await expect(row).toHaveCount(0)
    })

    await test.step('a visitor reads it on the page, without the student', async () => {
      await isPublished(student.page.request, PAPER, { html: expect.stringContaining(`(${run})`) })
      const visitor = await arrives(device.options)
      await visitor.opens(PAPER)
      const answers = visitor.main.locator('section', { hasText: "Questions d'élèves" })
      await expect(answers.getByRole('heading', { name: forAll })).toBeVisible()
      await expect(answers.locator('math').first()).toBeVisible()
      const html = await (await visitor.page.request.get(PAPER)).text()
      expect(html).not.toContain(premiumStudent.email)
      expect(html).not.toContain('Madame')
    })

    await test.step('the student sees that there is an answer, until it is read', async () => {
      await student.opens('/')
      await student.opensUserMenu(premiumStudent.email)
      await student.userMenu.getByRole('link', { name: 'Mon compte Réponse' }).click()
      const questions = student.main.getByRole('region', { name: 'Mes questions' })
      await expect(questions.getByText(text)).toBeVisible()
      await expect(questions.locator('math')).toBeVisible()
      await expect(questions.getByText('Publiée sans nom')).toBeVisible()
      await student.opensUserMenu(premiumStudent.email)
      await expect(student.userMenu.getByRole('link', { name: 'Mon compte', exact: true })).toBeVisible()
    })
  })

for (const device of devices)
  test(`turned off in the settings, nothing of it shows (${device.device})`, async ({
    arrives,
    premiumStudent,
    ownerActs,
    afterwards,
  }) => {
    const owner = await arrives(device.options, OWNER)
    const student = await arrives(device.options, premiumStudent)
    const sessionId = premiumStudent.credentials['x-session-id']
    const ask = (text: string) =>
      premiumStudent.calls('POST', '/api/questions', { sessionId, body: { chapter: CHAPTER_ID, text } })
    const { json } = await ask('Éteinte ?')
    const body = { answer: 'Réponse', publish: true, publishedText: `Éteinte (${device.device}) ?` }
    await ownerActs(
      async (call) => void (await call('PUT', `/api/admin/questions/${String(json['id'])}`, body)),
    )
    await isPublished(student.page.request, CHAPTER, {
      html: expect.stringContaining(`Éteinte (${device.device})`),
    })
    afterwards(async (call) => {
      const settings = await call('GET', '/api/admin/settings')
      await call('PUT', '/api/admin/settings', { ...settings, acceptsQuestions: true })
    })

    await test.step('an owner turns them off, and finds no way to them', async () => {
      await owner.opens('/admin/parametres')
      await owner.main.getByLabel('Les élèves Premium peuvent poser des questions').uncheck()
      await owner.button('Enregistrer').click()
      await owner.sees('Paramètres enregistrés')
      // The page that stored it shows it at once, other pages once they are published.
      if (device === phone) await owner.button(/^Sections/).click()
      await expect(owner.main.getByRole('link', { name: 'Questions', exact: true })).toHaveCount(0)
      await owner.main.getByRole('link', { name: 'Tableau de bord' }).click()
      await owner.sees('À faire')
      await expect(owner.main.getByRole('link', { name: /question/i })).toHaveCount(0)
      await isPublished(owner.page.request, CHAPTER, { html: expect.not.stringContaining('Éteinte') })
      for (const path of [PAPER, '/admin/questions', '/compte'])
        await isPublished(owner.page.request, path, {
          html: expect.stringContaining('"acceptsQuestions":false'),
        })
      await owner.opens('/admin/questions')
      await owner.sees('Les questions sont désactivées.')
      await expect(owner.rows).toHaveCount(0)
    })

    await test.step('the pages of a student show none of them', async () => {
      await student.opens(CHAPTER)
      await student.isSignedIn(premiumStudent.email)
      await expect(student.button('Garder hors ligne')).toBeVisible()
      await expect(student.button('Poser une question')).toHaveCount(0)
      await student.opensUserMenu(premiumStudent.email)
      await expect(student.userMenu.getByRole('link', { name: 'Mon compte', exact: true })).toBeVisible()
      await opensPracticePanel(student)
      await expect(student.button('Vérifier')).toBeVisible()
      await expect(student.page.getByText(/^(?:Poser une )?question$/i)).toHaveCount(0)
      await student.opens('/compte')
      await expect(student.heading('E-mails')).toBeVisible()
      await expect(student.main.getByText(/question/i)).toHaveCount(0)
    })

    await test.step('the API refuses', async () => {
      const refused = await ask('Encore ?')
      expect(refused.status).toBe(404)
      const { json: own } = await premiumStudent.calls('GET', '/api/questions', { sessionId })
      expect(own).toEqual({ items: [] })
    })
  })
