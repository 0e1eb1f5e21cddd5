import { expect, type Request } from '@playwright/test'
import { countsRenewals, isAt, stopsClock, waitingTabs } from './support/clocked-page.ts'
import { test } from './support/story.ts'

const HEARTBEAT = '/api/session/activity'

test.describe('two tabs of one browser', () => {
  test('share one session and send one heartbeat every 30 s', async ({
    person: student,
    student: account,
  }) => {
    await isAt(student, account)
    const tab = await student.opensTab('/sujets-bac')
    await expect(tab.getByRole('button', { name: account.email })).toBeVisible()
    await expect.poll(() => waitingTabs(tab)).toBe(1)

    const renewals = await countsRenewals(tab)
    const pending = new Set<Request>()
    student.context.on('request', (request) => request.url().endsWith(HEARTBEAT) && pending.add(request))
    student.context.on('requestfinished', (request) => pending.delete(request))
    await stopsClock(student)
    // The passed minute makes a heartbeat due.
    await expect.poll(renewals).toBeGreaterThan(0)
    await expect.poll(() => pending.size).toBe(0)
    const before = await renewals()

    for (let sent = 1; sent <= 4; sent += 1) {
      await student.context.clock.runFor(30_000)
      await expect.poll(renewals).toBe(before + sent)
    }

    // The leading tab closes; the other one continues its heartbeat.
    await student.page.close()
    await expect.poll(() => waitingTabs(tab)).toBe(0)
    await student.context.clock.runFor(30_000)
    await expect.poll(renewals).toBe(before + 5)
    await student.context.clock.resume()
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
    // Removing the form during the refresh would lose the typed text.
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
    await expect.poll(() => student.keeps()).toEqual({ local: [], session: [], cookies: [] })
  })
})
