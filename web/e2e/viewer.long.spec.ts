import { expect } from '@playwright/test'
import { checkAccessibility } from './support/appearance.ts'
import { boxOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import { LONG_PAGES, OUTLINE } from './support/document-server.ts'
import { READER, test } from './support/viewer.ts'

const OFFLINE = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'

const [phone] = DEVICES
test.use(phone.options)

for (const { device, options } of DEVICES)
  test.describe(device, () => {
    const isPhone = options.viewport.width < 600
    test.use(options)

    test('the viewer opens a page by the outline or by its thumbnail, of which only those in view are drawn', async ({
      person,
      paper,
    }) => {
      await paper.opensTools()
      await paper.tool('Pages et sommaire').click()
      const panel = paper.dialog.getByRole('navigation', { name: 'Pages et sommaire' })
      await panel.getByRole('button', { name: OUTLINE[1].title }).click()
      await expect(paper.pageField).toHaveValue(String(OUTLINE[1].page))
      // On a phone the choice closes the panel.
      if (isPhone) await expect(panel).toBeHidden()
      if (isPhone) await paper.tool('Pages et sommaire').click()
      await panel.getByRole('button', { name: 'Pages', exact: true }).click()
      await expect(panel.locator('canvas').first()).toBeVisible()
      await checkAccessibility(person.page, `thumbnails, ${device}`)
      await panel.getByRole('button', { name: 'Page 50', exact: true }).click()
      await expect(paper.pageField).toHaveValue('50')
      await expect(paper.picture(50)).toBeInViewport()
      if (isPhone) return expect(panel).toBeHidden()
      const thumbnail = (page: number) => panel.getByRole('button', { name: `Page ${page}`, exact: true })
      await expect(thumbnail(1).locator('canvas')).toHaveCount(0)
      await expect(thumbnail(50)).toBeInViewport()
    })
  })

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

test('the viewer lays selectable text and the watermark over the pages', async ({ paper }) => {
  const words = paper.sheet(1).getByText('Exercice 1 du polycopie')
  /** The position in the units of the document, whose pages are 595 wide. */
  const place = async () => {
    const [over, around] = [await boxOf(words), await boxOf(paper.sheet(1))]
    const scale = around.width / 595
    return { left: (over.x - around.x) / scale, width: over.width / scale }
  }
  await expect.poll(async () => (await place()).left).toBeCloseTo(60, -1)
  await expect.poll(async () => (await place()).width).toBeGreaterThan(150)
  const selected = () =>
    words.evaluate((element) => {
      window.getSelection()?.selectAllChildren(element)
      return window.getSelection()?.toString()
    })
  await expect.poll(selected).toBe('Exercice 1 du polycopie')
  await expect(paper.sheet(1).getByText(READER).first()).toBeVisible()
  const offersMenu = () =>
    paper
      .sheet(1)
      .evaluate((element) =>
        element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
      )
  await expect.poll(offersMenu).toBe(false)
})

test('the viewer zooms around two fingers', async ({ person, paper }) => {
  await paper.jumpsTo(20)
  await expect(paper.picture(20)).toBeVisible()
  const before = await boxOf(paper.sheet(20))
  const touch = await person.context.newCDPSession(person.page)
  const fingers = (apart: number) => [
    { x: 180, y: 400 - apart / 2, id: 1 },
    { x: 180, y: 400 + apart / 2, id: 2 },
  ]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(100) })
  for (const apart of [120, 150, 180, 200])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(() => paper.widthOf(20)).toBeCloseTo(before.width * 2, -1)
  // The point between the fingers stays in its place.
  const between = async () => {
    const { y, height } = await boxOf(paper.sheet(20))
    return (400 - y) / height
  }
  await expect.poll(between).toBeCloseTo((400 - before.y) / before.height, 1)
})

test('the viewer keeps the page while offline, and loads it when the network returns', {
  tag: '@resilience',
}, async ({ person, paper, server }) => {
  await person.losesNetwork()
  server.lets('no network')
  await person.sees(OFFLINE, { within: paper.dialog })
  await paper.jumpsTo(45)
  await expect(paper.sheet(45)).toBeInViewport()
  await expect(paper.picture(45)).toHaveCount(0)
  server.lets('well')
  await person.context.setOffline(false)
  await person.sees('Connexion rétablie.', { within: paper.dialog })
  await expect(paper.picture(45)).toBeVisible()
  await expect(paper.pageField).toHaveValue('45')
})
