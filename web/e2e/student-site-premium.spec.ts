import { expect } from '@playwright/test'
import { createSample } from '#shared/contract/sample-answers.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { answers, chapterItem } from './support/answers.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const CHAPTER = '/science-math/electricite/1'
const documents = (person: Person) => person.main.getByRole('button', { name: /\((PDF|Vidéo)\)/ })

test.use({ serviceWorkers: 'block' })

test('the Premium page does not sell an offer that is over, and prepares a message', async ({
  person,
  student,
}) => {
  await person.opens('/premium')
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Accès Premium')
  await person.sees('La prochaine offre est en préparation')
  await person.sees("L'offre à 250 DH, valable jusqu'au 10 juillet 2026, est terminée.")
  await expect(person.page.getByRole('region', { name: 'Moyens de paiement' })).toHaveCount(0)
  await expect(person.main.getByRole('link', { name: 'Nous contacter' })).toHaveAttribute('href', '/contact')

  const questions = person.page.getByRole('region', { name: 'Questions fréquentes' })
  const answer = questions.getByText(/^La prochaine offre est en préparation/)
  await expect(answer).toBeHidden()
  await questions.getByText("Jusqu'à quand l'accès est-il valable ?").click()
  await expect(answer).toBeVisible()

  const message = async () => {
    const href = await person.link('Laisser un message sur WhatsApp').getAttribute('href')
    const url = new URL(href ?? '')
    expect(url.origin + url.pathname).toBe('https://wa.me/212600000000')
    return url.searchParams.get('text')
  }
  const request =
    'Bonjour, je souhaite savoir quand la prochaine offre Premium sera ouverte.\nEmail de mon compte :'
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
  await expect(person.link(/WhatsApp/)).toHaveCount(0)

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
