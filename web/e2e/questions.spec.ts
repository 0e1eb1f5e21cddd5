import { expect } from '@playwright/test'
import { heightOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { isPublished } from './support/published.ts'
import { test } from './support/story.ts'

const OWNER = 'proprietaire@demo.bac'
/** A paper whose exercises have hints; a free account may not open it. */
const PAPER = '/sujets-bac/sm/2022-normale'
const EXERCISE = 'Bac SM 2022 - Session Normale - Exercice 1'

const [phone] = DEVICES

async function opensPracticePanel(person: Person): Promise<void> {
  await person.opens(`${PAPER}?exercice=1`)
  const bar = person.dialog.getByRole('navigation', { name: 'Entraînement' })
  await expect(bar).toBeVisible()
  await bar.locator('[aria-expanded]').click()
}

for (const device of DEVICES)
  test(`a student asks about an exercise, the owner answers and publishes, and everyone reads it (${device.device})`, async ({
    arrives,
    knows,
    premiumStudent,
  }) => {
    const text = `Pourquoi la tension ${device.device} reste-t-elle constante, Madame ?`
    const forAll = `Pourquoi la tension reste-t-elle constante (${device.device}) ?`
    const student = await arrives(device.options)
    const owner = await arrives(device.options)

    await test.step('the student asks, and a lost network keeps the text', async () => {
      await student.hasSignedInBefore(premiumStudent)
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
      await owner.hasSignedInBefore(await knows(OWNER))
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
      await form.getByRole('button', { name: 'Enregistrer' }).click()
      await owner.sees('Réponse envoyée et publiée')
      await expect(row).toHaveCount(0)
    })

    await test.step('a visitor reads it on the page, without the student', async () => {
      await isPublished(student.page.request, PAPER, { html: expect.stringContaining(`(${device.device})`) })
      const visitor = await arrives(device.options)
      await visitor.opens(PAPER)
      const answers = visitor.main.locator('section', { hasText: "Questions d'élèves" })
      await expect(answers.getByRole('heading', { name: new RegExp(device.device) })).toBeVisible()
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

test('free accounts are offered no question, and other admins no answers', async ({
  arrives,
  knows,
  student,
}) => {
  const free = await arrives(phone.options)
  await free.hasSignedInBefore(student)
  await free.opens('/science-math/ondes/1')
  await free.isSignedIn(student.email)
  await expect(free.button('Poser une question')).toHaveCount(0)
  const admin = await arrives(phone.options)
  await admin.hasSignedInBefore(await knows('admin@demo.bac'))
  await admin.expecting(/status of 403/, () => admin.opens('/admin/questions'))
  await expect(admin.heading('Questions')).toHaveCount(0)
})
