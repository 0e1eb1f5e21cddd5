import { expect } from '@playwright/test'
import { heightOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import { test } from './support/story.ts'

/** One of its documents is free. */
const CHAPTER = '/science-math/ondes/1'
const OFFLINE = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'
const MARKS_WAIT = 'Votre suivi est gardé sur cet appareil et sera enregistré au retour du réseau.'

const [phone] = DEVICES

test.describe(phone.device, () => {
  test.use(phone.options)

  test('a free student marks a document that is open, offline too, and finds the mark again', {
    tag: '@resilience',
  }, async ({ person, student }) => {
    await person.hasSignedInBefore(student)
    const marks = person.page.getByRole('group', { name: /^Suivi : / })
    const done = marks.getByRole('button', { name: 'Fait' })
    const review = marks.getByRole('button', { name: 'À revoir' })
    const saved = () =>
      person.page.waitForResponse(
        (response) => response.request().method() === 'PUT' && response.url().includes('/api/progress/'),
      )
    await person.opens(CHAPTER)
    await person.sees(/^0 \/ 1 fait/)
    await expect(marks).toHaveAccessibleName('Suivi : Cours (Vidéo)')
    await expect.poll(() => heightOf(done)).toBeGreaterThanOrEqual(44)
    const first = saved()
    await done.click()
    expect((await first).status()).toBe(200)
    await expect(done).toHaveAttribute('aria-pressed', 'true')
    await person.sees(/^1 \/ 1 fait/)

    await person.page.reload()
    await expect(done).toHaveAttribute('aria-pressed', 'true')
    await person.opens('/science-math')
    await expect(person.link(/^1?Ondes mécaniques progressives\s*1 fait$/)).toBeVisible()
    await person.sees('1 chapitre commencé sur 3')

    await person.opens(CHAPTER)
    await expect(done).toHaveAttribute('aria-pressed', 'true')
    await person.losesNetwork()
    await person.sees(OFFLINE)
    await review.click()
    await person.sees(MARKS_WAIT)
    await expect(review).toHaveAttribute('aria-pressed', 'true')
    const second = saved()
    await person.context.setOffline(false)
    expect((await second).status()).toBe(200)
    await expect(person.page.getByText(MARKS_WAIT)).toBeHidden()
    await person.page.reload()
    await expect(review).toHaveAttribute('aria-pressed', 'true')
    await expect(done).toHaveAttribute('aria-pressed', 'false')
  })
})
