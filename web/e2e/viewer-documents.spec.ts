import { expect } from '@playwright/test'
import { Account } from './support/account.ts'
import { DEVICES } from './support/devices.ts'
import { LONG_PAGES } from './support/document-server.ts'
import { test } from './support/viewer.ts'

/** The chapter with a course of sixty pages, which the local Drive draws at its first request. */
const LONG_CHAPTER = '/science-physique/mecanique/9'

/** The local Drive draws a document at its first request, which takes longer than the edge waits. */
test.beforeAll(async ({ baseURL, request }) => {
  const reader = await Account.ofDemo(baseURL as string, 'associee@demo.bac')
  await reader.opensSession()
  const { items } = (await (await request.get(`/api/chapters${LONG_CHAPTER}`)).json()) as {
    items: { id: string; pages: number | null }[]
  }
  const course = items.find(({ pages }) => pages === LONG_PAGES)
  const path = `/api/files/${course?.id}`
  const headers = await reader.signs(path)
  const { url } = (await (await request.get(path, { headers })).json()) as { url: string }
  await reader.closesSession()
  const asks = async () => (await request.get(url, { headers: { range: 'bytes=0-99' } })).status()
  await expect.poll(asks).toBe(206)
})

const [phone, desktop] = DEVICES

test.describe(phone.device, () => {
  test.use(phone.options)

  test('the viewer prints the own copy of a paper', async ({ person, paper }) => {
    const sheets = person.page.locator('body > div > img')
    await person.page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '')
    })
    await paper.opensTools()
    await paper.tool('Imprimer').click()
    await person.sees(/^Préparation de l'impression : page \d+ sur 60$/, { within: paper.dialog })
    await expect(person.page.locator('html')).toHaveAttribute('data-printed', '')
    await expect(sheets).toHaveCount(LONG_PAGES)
    await person.page.emulateMedia({ media: 'print' })
    await expect(sheets.first()).toBeVisible()
    await expect(paper.dialog).toBeHidden()
    await person.page.emulateMedia({ media: 'screen' })
    await person.page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(sheets).toHaveCount(0)
    await expect(paper.dialog).toBeVisible()
  })

  test('the viewer seeks in a free video and sets its speed and captions', async ({ person, viewer }) => {
    await person.opens('/videos-gratuites')
    const open = person.button(/^Regarder la vidéo/).first()
    await open.click()
    const video = viewer.dialog.locator('video')
    await expect(video).toBeVisible()
    await video.evaluate((element: HTMLVideoElement) => {
      element.muted = true
      element.currentTime = element.duration - 0.5
    })
    await expect
      .poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
      .toBeGreaterThan(1)
    await viewer.dialog.getByLabel('Vitesse').selectOption('1,5 ×')
    await expect(video).toHaveJSProperty('playbackRate', 1.5)
    await expect
      .poll(() => video.evaluate(({ textTracks }: HTMLVideoElement) => textTracks[0]?.cues?.length ?? 0))
      .toBeGreaterThan(0)
    await viewer.tool('Fermer').click()
    await expect(open).toBeFocused()
  })
})

test.describe('on a desktop alone', () => {
  test.use(desktop.options)

  test('the viewer saves a whole paper under its own name', async ({ person, viewer }) => {
    await person.opens(LONG_CHAPTER)
    await person.button(/^Cours \(PDF\)/).click()
    await expect(viewer.picture(1)).toBeVisible()
    const saving = person.page.waitForEvent('download')
    await viewer.tool('Télécharger').click()
    expect((await saving).suggestedFilename()).toMatch(/^[\w-]+\.pdf$/)
  })
})
