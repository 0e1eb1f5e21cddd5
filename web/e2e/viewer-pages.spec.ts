import { expect, type Locator } from '@playwright/test'
import { checkAccessibility } from './support/appearance.ts'
import { boxOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import { LONG_PAGES, OUTLINE } from './support/document-server.ts'
import { READER, test } from './support/viewer.ts'

const [phone, desktop] = DEVICES

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

test.describe('on a desktop alone', () => {
  test.use(desktop.options)

  test('the viewer keeps the page while zooming', async ({ paper }) => {
    await paper.jumpsTo(30)
    await expect(paper.picture(30)).toBeVisible()
    const natural = await paper.widthOf(30)
    await paper.tool('Zoom avant').click()
    await expect.poll(() => paper.widthOf(30)).toBeCloseTo(natural * 1.25, -1)
    await expect(paper.pageField).toHaveValue('30')
    await paper.opensTools()
    await paper.tool('Ajuster à la largeur').click()
    await expect.poll(() => paper.widthOf(30)).toBeGreaterThanOrEqual(natural)
    await expect
      .poll(() => paper.area.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
      .toBe(0)
    await expect(paper.pageField).toHaveValue('30')
  })

  test('the viewer finds a word without its accents, and steps through its matches', async ({
    person,
    paper,
  }) => {
    await paper.tool('Rechercher').click()
    await expect(paper.findField).toBeFocused()
    await paper.findField.fill('EXÉRCICE 4')
    const status = paper.dialog.getByRole('search').getByRole('status')
    // The matches are on the pages 4 and 40 to 49.
    await expect(status).toHaveText('1 sur 11, page 4')
    await expect(paper.currentMatch).toHaveText('Exercice 4')
    await expect(paper.currentMatch).toBeInViewport()
    await paper.tool('Résultat suivant').click()
    await expect(status).toHaveText('2 sur 11, page 40')
    await expect(paper.sheet(40).locator('mark[data-current]')).toBeInViewport()
    await paper.findField.press('Shift+Enter')
    await expect(status).toHaveText('1 sur 11, page 4')
    await checkAccessibility(person.page, 'find')
    await paper.findField.fill('vecteur')
    await expect(status).toHaveText('Aucun résultat')
    await paper.tool('Fermer la recherche').click()
    await expect(paper.findField).toBeHidden()
    await expect(paper.dialog.locator('mark')).toHaveCount(0)
  })
})

test.describe('on a phone alone', () => {
  test.use(phone.options)

  test('the viewer fetches and draws only the pages in view', async ({ paper, server }) => {
    expect(server.bytesSent).toBeLessThan(server.size / 4)

    await paper.jumpsTo(37)
    await expect(paper.picture(37)).toBeInViewport()
    await expect(paper.pageField).toHaveValue('37')
    await expect(paper.dialog.getByRole('status').getByText(`Page 37 sur ${LONG_PAGES}`)).toBeAttached()
    await expect(paper.picture(1)).toHaveCount(0)
    expect(server.bytesSent).toBeLessThan(server.size / 2)

    for (const page of [60, 1, 20, 22, 24, 26, 28]) {
      await paper.jumpsTo(page)
      await expect(paper.picture(page)).toBeVisible()
      await expect.poll(() => paper.pictures.count()).toBeLessThanOrEqual(5)
    }
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

  test.describe('without the browser’s full screen', () => {
    test.beforeEach(({ person }) =>
      person.page.addInitScript(() =>
        Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false }),
      ),
    )

    test('the viewer shows large tools, and one row of them in full screen', async ({ paper }) => {
      await paper.opensTools()
      await expect(paper.tool('Télécharger').getByText('Télécharger')).toBeVisible()
      const buttons = paper.dialog.getByRole('button').filter({ visible: true })
      const misplaced = () =>
        buttons.evaluateAll((all) =>
          all
            .map((button) => button.getBoundingClientRect().toJSON() as DOMRect)
            .filter(({ width, height, right }) => Math.min(width, height) < 44 || right > 360),
        )
      await expect.poll(misplaced).toEqual([])
      const rowsOf = (tools: Locator) => async () =>
        new Set(await tools.evaluateAll((all) => all.map((tool) => tool.getBoundingClientRect().top))).size
      const frequent = /^(?:Pages et sommaire|Imprimer|Télécharger)$/
      await expect.poll(rowsOf(paper.dialog.getByRole('button', { name: frequent }))).toBe(1)
      await paper.tool('Autres outils').tap()
      await paper.tool('Plein écran').tap()
      await expect(paper.dialog.getByRole('heading', { level: 2 })).toBeHidden()
      await expect.poll(rowsOf(buttons)).toBe(1)
      await paper.tool('Quitter le plein écran').tap()
      await expect(paper.tool('Fermer')).toBeVisible()
    })
  })
})
