import { expect } from '@playwright/test'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { DEVICES } from './support/devices.ts'
import { READER, test, type Viewer } from './support/viewer.ts'

const [phone] = DEVICES
test.use(phone.options)

async function reopens(paper: Viewer, open: () => Promise<void>): Promise<void> {
  await paper.tool('Fermer').click()
  await expect(paper.dialog).toHaveCount(0)
  await open()
}

test('a paper that is opened again costs no byte, and its other pages only their own', async ({
  person,
  paper,
  server,
}) => {
  const open = () => person.button('Voir').first().click()
  await paper.jumpsTo(30)
  await expect(paper.picture(30)).toBeVisible()
  const { bytesSent } = server
  expect(bytesSent).toBeLessThan(server.size / 2)

  await reopens(paper, open)
  await expect(paper.picture(1)).toBeVisible()
  await paper.jumpsTo(30)
  await expect(paper.picture(30)).toBeVisible()
  expect(server.bytesSent).toBe(bytesSent)

  await paper.jumpsTo(50)
  await expect(paper.picture(50)).toBeVisible()
  await expect.poll(() => server.bytesSent).toBeGreaterThan(bytesSent)
  expect(server.bytesSent).toBeLessThan(server.size)
})

test.describe('with a service worker', { tag: '@resilience' }, () => {
  test.use({ serviceWorkers: 'allow' })

  test('a paper that was read opens again without a network', async ({ person, viewer, knows }) => {
    await person.hasSignedInBefore(await knows(READER))
    await person.opens(subjectsPath(TRACK_CODES[0]))
    await expect
      .poll(() => person.page.evaluate(() => navigator.serviceWorker.controller?.state))
      .toBe('activated')
    const open = () => person.button('Voir').first().click()
    await open()
    await expect(viewer.pictures.first()).toBeVisible()
    await person.losesNetwork()
    await reopens(viewer, open)
    await expect(viewer.pictures.first()).toBeVisible()
    await expect(person.alert).toHaveCount(0)
  })
})
