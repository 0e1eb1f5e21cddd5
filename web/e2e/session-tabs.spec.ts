import { expect } from '@playwright/test'
import { isAt } from './support/clocked-page.ts'
import { test } from './support/story.ts'

const HEARTBEAT = '/api/session/activity'

test.describe('the tabs of one browser', () => {
  test('share one session and one heartbeat', async ({ person: student, student: account }) => {
    await isAt(student, account)
    const tab = await student.opensTab('/sujets-bac')
    await expect(tab.getByRole('button', { name: account.email })).toBeVisible()

    const beats: string[] = []
    student.context.on('request', (request) => {
      if (request.url().endsWith(HEARTBEAT)) beats.push(request.method())
    })
    // Two minutes by the browser's clock, which runs in both tabs, and a little by itself.
    for (let beat = 1; beat <= 4; beat += 1) {
      await student.context.clock.runFor(30_000)
      await expect.poll(() => beats.length).toBeGreaterThanOrEqual(beat)
    }
    expect(beats.length).toBeLessThanOrEqual(5)

    // The leader closes; the other one takes over.
    const before = beats.length
    await student.page.close()
    await student.context.clock.runFor(30_000)
    await expect.poll(() => beats.length).toBeGreaterThan(before)
    await tab.getByRole('button', { name: account.email }).click()
    await tab.getByRole('button', { name: 'Se déconnecter' }).click()
    await expect(tab.getByRole('banner').getByRole('button', { name: 'Se connecter' })).toBeVisible()
  })

  test('stay signed in when one of them changes the password', async ({
    person: student,
    student: account,
  }) => {
    await student.hasSignedInBefore(account)
    const tab = await student.opensTab('/compte')
    // A form that was gone in between would have lost what is typed.
    await tab.getByLabel('Mot de passe actuel').fill('en cours')

    await student.opens('/compte')
    await student.page.getByLabel('Mot de passe actuel').fill(account.password)
    await student.page.getByLabel('Nouveau mot de passe').fill('chimie-2026')
    const followed = tab.waitForResponse((response) => response.url().endsWith('/api/session'))
    await student.button('Changer le mot de passe').click()
    await student.sees('Votre mot de passe a été modifié.')
    expect((await followed).status()).toBe(200)
    await expect(tab.getByLabel('Mot de passe actuel')).toHaveValue('en cours')

    await tab.reload()
    await expect(tab.getByRole('button', { name: account.email })).toBeVisible()
    await student.isSignedIn(account.email)
  })

  test('sign in and out together', async ({ person: student, student: account }) => {
    await student.opens('/')
    const tab = await student.opensTab('/premium')
    await student.isVisitor()
    await student.signsIn(account.email, account.password)
    await expect(tab.getByRole('button', { name: account.email })).toBeVisible()
    await student.signsOut(account.email)
    await expect(tab.getByRole('banner').getByRole('button', { name: 'Se connecter' })).toBeVisible()
    expect(await student.keeps()).toEqual({ local: [], session: [], cookies: [] })
  })
})
