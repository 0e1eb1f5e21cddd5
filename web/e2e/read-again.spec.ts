import { expect } from '@playwright/test'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { DEVICES } from './support/devices.ts'
import { test as story } from './support/story.ts'
import { READER, test, Viewer } from './support/viewer.ts'

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

story.describe('with a service worker', { tag: '@resilience' }, () => {
  // The browser that stories of the viewer keep has none.
  story.use({ serviceWorkers: 'allow', as: READER })

  story('a paper that was read opens again without a network', async ({ person }) => {
    const viewer = new Viewer(person)
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
