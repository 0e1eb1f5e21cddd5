import { expect } from '@playwright/test'
import { createSample } from '#shared/contract/sample-answers.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { answers, chapterItem } from './support/answers.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const CHAPTER = '/science-math/electricite/1'
const documents = (person: Person) => person.main.getByRole('button', { name: /\((PDF|Vidéo)\)/ })

test.use({ serviceWorkers: 'block' })

test('the Premium page shows price, means of payment and a prepared message', async ({ person, student }) => {
  await person.opens('/premium')
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Accès Premium')
  await person.sees('250 DH')
  await person.sees("Un seul paiement, valable jusqu'au 10 juillet 2026.")
  const steps = person.page
    .getByRole('region', { name: 'Comment faire ?' })
    .getByRole('heading', { level: 3 })
  await expect(steps).toHaveText(['Contactez-nous', 'Payez', 'Accédez'])
  const means = person.page.getByRole('region', { name: 'Moyens de paiement' })
  for (const text of [
    'Virement bancaire',
    'Banque Exemple',
    '000 000 0000000000000000 00',
    'Agence Transfert Un',
    'Agence Transfert Deux',
  ])
    await expect(means.getByText(text)).toBeVisible()
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await means.getByRole('button', { name: 'Copier le numéro de compte' }).click()
  await person.sees('Le numéro de compte est copié.', { within: means })
  expect(await person.page.evaluate(() => navigator.clipboard.readText())).toBe('000 000 0000000000000000 00')
  await expect(person.main.getByRole('link', { name: 'Nous contacter' })).toHaveAttribute('href', '/contact')

  const questions = person.page.getByRole('region', { name: 'Questions fréquentes' })
  const answer = questions.getByText(/^Oui, mais pas en même temps/)
  await expect(answer).toBeHidden()
  await questions.getByText('Puis-je utiliser mon compte sur plusieurs appareils ?').click()
  await expect(answer).toBeVisible()

  const message = async () => {
    const href = await person.link('Écrire sur WhatsApp').getAttribute('href')
    const url = new URL(href ?? '')
    expect(url.origin + url.pathname).toBe('https://wa.me/212600000000')
    return url.searchParams.get('text')
  }
  const request = 'Bonjour, je souhaite passer en Premium (250 DH).\nEmail de mon compte :'
  expect(await message()).toBe(request)
  const { email } = student
  await person.hasSignedInBefore(student)
  await person.opens('/premium')
  await person.sees(`Le message est prêt, avec l'email de votre compte : ${email}.`)
  expect(await message()).toBe(`${request} ${email}`)
})

test('a student with Premium is not asked to buy it and reads that a document is still missing', async ({
  person,
  knows,
}) => {
  await person.hasSignedInBefore(await knows('premium@demo.bac'))
  await person.opens('/premium')
  await person.sees("Votre compte a déjà l'accès Premium.")
  await expect(person.link('Écrire sur WhatsApp')).toHaveCount(0)

  await answers(person.page, `/api/chapters${CHAPTER}`, {
    items: [
      chapterItem({ available: false }),
      chapterItem({ id: 'doc-2', resourceType: 'correction', type: 'video', available: false }),
    ],
  })
  await person.opens(CHAPTER)
  await expect(documents(person)).toHaveCount(2)
  for (const [name, text] of [
    ['Énoncé (PDF)', 'Ce document sera disponible prochainement.'],
    ['Correction (Vidéo)', 'Cette vidéo sera disponible prochainement.'],
  ] as const) {
    await person.button(name).click()
    await person.sees(text, { within: person.dialog })
    await person.dialog.getByRole('button', { name: 'Fermer' }).click()
  }

  const paper = createSample(SubjectItem, { hasFile: false })
  await answers(person.page, '/api/subjects', { items: [paper] })
  await person.opens('/sujets-bac/sm')
  await expect(person.button('Télécharger')).toHaveCount(0)
  await person.button('Voir').click()
  await expect(person.alert).toContainText(
    "Ce document n'est pas encore disponible. Il sera ajouté prochainement.",
  )
})
