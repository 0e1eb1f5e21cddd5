import { expect, test } from '@playwright/test'
import { asks } from './support/answers.ts'
import { isAccessible } from './support/axe.ts'
import { DEVICES } from './support/devices.ts'
import { DocumentServer, LONG_PAGES } from './support/document-server.ts'
import { Keyboard } from './support/keyboard.ts'
import { Person } from './support/person.ts'

const PREMIUM = { email: 'premium@demo.bac', password: 'demo1234' }
/** The chapter with a course of sixty pages, which the local Drive draws when it is first asked for it. */
const LONG_CHAPTER = '/science-physique/mecanique/9'
const DRAWN_WITHIN = { timeout: 40_000 }
const OFFLINE = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'
const REFUSED = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (?:403|502)/

// Documents are drawn page by page, also where many programs share a machine.
test.describe.configure({ timeout: 120_000 })

let person: Person
let server: DocumentServer

const viewer = () => person.dialog
const area = () => viewer().getByRole('region', { name: 'Pages du document' })
const sheet = (number: number) =>
  viewer().getByRole('group', { name: `Page ${number} sur ${LONG_PAGES}`, exact: true })
const picture = (number: number) => sheet(number).locator('canvas')
const pictures = () => viewer().locator('canvas')
const pageField = () => viewer().getByLabel(`Page, sur ${LONG_PAGES}`)
const tool = (name: string) => viewer().getByRole('button', { name, exact: true })

async function signsIn(): Promise<void> {
  await person.signsIn(PREMIUM.email, PREMIUM.password)
  await person.isSignedIn(PREMIUM.email)
}

/** Reads a paper of sixty heavy pages. */
async function opensPaper(): Promise<void> {
  server = await DocumentServer.for(person.page)
  await signsIn()
  await person.opens('/sujets-bac/sm')
  await person.button('Voir').first().click()
  await expect(picture(1)).toBeVisible(DRAWN_WITHIN)
}

async function jumpsTo(page: number): Promise<void> {
  await pageField().fill(String(page))
  await pageField().press('Enter')
}

const widthOf = async (number: number) => (await sheet(number).boundingBox())?.width ?? 0

test.afterEach(async () => {
  // One account has one session: the next test signs in with it.
  await person.page.unrouteAll()
  await person.context.setOffline(false)
  if (await viewer().isVisible()) await person.page.keyboard.press('Escape')
  if (await person.button(PREMIUM.email).isVisible()) await person.signsOut(PREMIUM.email)
  await person.leaves()
})

for (const { device, options } of DEVICES)
  test.describe(device, () => {
    test.beforeEach(async ({ browser }) => {
      person = await Person.withoutWorker(browser, options)
    })

    test('the weight is told before a document is opened, and beside its title', async () => {
      await signsIn()
      await person.opens(LONG_CHAPTER)
      const open = person.button(/^Cours \(PDF\)/)
      await expect(open).toContainText(/\d\s(?:ko|Mo) · 60\sp\./)
      await open.click()
      await expect(viewer().getByText(/\d\s(?:ko|Mo) · 60\sp\./)).toBeVisible()
      await expect(viewer().getByRole('heading', { level: 2 })).toBeFocused()
      await expect(picture(1)).toBeVisible(DRAWN_WITHIN)
      await tool('Fermer').click()
      await expect(open).toBeFocused()
    })

    test('sixty pages: only what is read is fetched and drawn', async () => {
      await opensPaper()
      expect(server.bytesSent).toBeLessThan(server.size / 4)

      await jumpsTo(37)
      await expect(picture(37)).toBeInViewport()
      await expect(pageField()).toHaveValue('37')
      await expect(viewer().getByRole('status').getByText(`Page 37 sur ${LONG_PAGES}`)).toBeAttached()
      await expect(picture(1)).toHaveCount(0)
      expect(server.bytesSent).toBeLessThan(server.size / 2)

      for (const page of [60, 1, 20, 22, 24, 26, 28]) {
        await jumpsTo(page)
        await expect(picture(page)).toBeVisible()
        expect(await pictures().count()).toBeLessThanOrEqual(5)
      }
    })

    test('its words lie over their picture, and the reader’s name over both', async () => {
      await opensPaper()
      const words = sheet(1).getByText('Exercice 1 du polycopie')
      const [over, around] = [await words.boundingBox(), await sheet(1).boundingBox()]
      if (!over || !around) throw new Error('The page is not there')
      const scale = around.width / 595
      expect(over.x - around.x).toBeCloseTo(60 * scale, -1)
      expect(over.width).toBeGreaterThan(150 * scale)
      const selected = await words.evaluate((element) => {
        window.getSelection()?.selectAllChildren(element)
        return window.getSelection()?.toString()
      })
      expect(selected).toBe('Exercice 1 du polycopie')
      await expect(sheet(1).getByText(PREMIUM.email).first()).toBeVisible()
      expect(
        await sheet(1).evaluate((element) =>
          element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
        ),
      ).toBe(false)
    })

    test('zooming keeps the page that is read', async () => {
      await opensPaper()
      await jumpsTo(30)
      await expect(picture(30)).toBeVisible()
      const natural = await widthOf(30)
      await tool('Zoom avant').click()
      await expect.poll(() => widthOf(30)).toBeCloseTo(natural * 1.25, -1)
      await expect(pageField()).toHaveValue('30')
      await tool('Ajuster à la largeur').click()
      await expect.poll(() => widthOf(30)).toBeGreaterThanOrEqual(natural)
      expect(await area().evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      await expect(pageField()).toHaveValue('30')
    })

    test('every state of the viewer is accessible', async () => {
      await opensPaper()
      await isAccessible(person.page, `PDF ${device}`)
      await person.page.keyboard.press('Escape')
      await person.whileWaitingFor(
        asks('/files/'),
        () => person.button('Voir').first().click(),
        async () => {
          await person.sees('Chargement du document...', { within: viewer() })
          await isAccessible(person.page, `waiting for a PDF ${device}`)
        },
      )
      await expect(picture(1)).toBeVisible()
      await person.page.keyboard.press('Escape')
      await person.page.unrouteAll()
      await person.opens('/videos-gratuites')
      await person
        .button(/^Regarder la vidéo/)
        .first()
        .click()
      await expect(viewer().locator('video')).toBeVisible(DRAWN_WITHIN)
      await isAccessible(person.page, `video ${device}`)
    })

    test('an address that has died is renewed without a word', async () => {
      await opensPaper()
      const renewed = person.page.waitForResponse((response) => asks('/api/files/')(response.request()))
      await person.expecting(REFUSED, async () => server.lets('refused address', 1))
      await jumpsTo(50)
      expect((await renewed).status()).toBe(200)
      await expect(picture(50)).toBeVisible()
      await expect(person.alert).toHaveCount(0)
    })

    test('a tunnel: the reader keeps his place, and the pages come with the network', async () => {
      await opensPaper()
      await person.expecting(REFUSED, async () => server.lets('no network'))
      await person.context.setOffline(true)
      await person.sees(OFFLINE, { within: viewer() })
      await jumpsTo(45)
      await expect(sheet(45)).toBeInViewport()
      await expect(picture(45)).toHaveCount(0)
      server.lets('well')
      await person.context.setOffline(false)
      await person.sees('Connexion rétablie.', { within: viewer() })
      await expect(picture(45)).toBeVisible()
      await expect(pageField()).toHaveValue('45')
    })

    test('a source that fails says so, keeps what is there, and goes on when told', async () => {
      await opensPaper()
      await person.expecting(REFUSED, async () => server.lets('failing'))
      await jumpsTo(40)
      await expect(person.alert).toContainText('Erreur lors du chargement du fichier sécurisé', DRAWN_WITHIN)
      await isAccessible(person.page, `failing source ${device}`)
      await expect(pageField()).toHaveValue('40')
      server.lets('well')
      await tool('Réessayer').click()
      await expect(picture(40)).toBeVisible()
      await expect(person.alert).toHaveCount(0)
    })

    test('Premium that is lost meanwhile closes the pages', async () => {
      await opensPaper()
      await person.expecting(REFUSED, async () => server.lets('refused address'))
      const words = { type: 'about:blank', title: '', detail: 'Accès refusé au fichier', requestId: 'r' }
      await person.page.route('**/api/files/**', (route) =>
        route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          json: { ...words, status: 403, code: 'PREMIUM_REQUIRED' },
        }),
      )
      await jumpsTo(55)
      await expect(person.alert).toContainText('Accès refusé au fichier')
      await expect(pictures()).toHaveCount(0)
      await expect(viewer().getByRole('link', { name: 'Passer en Premium' })).toBeVisible()
      await isAccessible(person.page, `Premium lost ${device}`)
      await person.page.unroute('**/api/files/**')
      server.lets('well')
      await tool('Réessayer').click()
      await expect(picture(55)).toBeVisible(DRAWN_WITHIN)
    })

    test('a paper is printed with the reader’s address in its pages', async () => {
      const sheets = person.page.locator('body > div > img')
      await person.page.addInitScript(() => {
        window.print = () => document.documentElement.setAttribute('data-printed', '')
      })
      await opensPaper()
      await tool('Imprimer').click()
      await person.sees(/^Préparation de l'impression : page \d+ sur 60$/, { within: viewer() })
      await expect(person.page.locator('html')).toHaveAttribute('data-printed', '', DRAWN_WITHIN)
      await expect(sheets).toHaveCount(LONG_PAGES)
      await person.page.emulateMedia({ media: 'print' })
      await expect(sheets.first()).toBeVisible()
      await expect(viewer()).toBeHidden()
      await person.page.emulateMedia({ media: 'screen' })
      await person.page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
      await expect(sheets).toHaveCount(0)
      await expect(viewer()).toBeVisible()
    })

    test('a paper is saved under its own name, whole', async () => {
      await signsIn()
      await person.opens(LONG_CHAPTER)
      await person.button(/^Cours \(PDF\)/).click()
      await expect(picture(1)).toBeVisible(DRAWN_WITHIN)
      const saving = person.page.waitForEvent('download')
      await tool('Télécharger').click()
      expect((await saving).suggestedFilename()).toMatch(/^[\w-]+\.pdf$/)
    })

    test('a free video: seeking, speed and captions', async () => {
      await person.opens('/videos-gratuites')
      const open = person.button(/^Regarder la vidéo/).first()
      await open.click()
      const video = viewer().locator('video')
      await expect(video).toBeVisible(DRAWN_WITHIN)
      await video.evaluate((element: HTMLVideoElement) => {
        element.muted = true
        element.currentTime = element.duration - 0.5
      })
      await expect
        .poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
        .toBeGreaterThan(1)
      await viewer().getByLabel('Vitesse').selectOption('1,5 ×')
      expect(await video.evaluate(({ playbackRate }: HTMLVideoElement) => playbackRate)).toBe(1.5)
      await expect
        .poll(() => video.evaluate(({ textTracks }: HTMLVideoElement) => textTracks[0]?.cues?.length ?? 0))
        .toBeGreaterThan(0)
      await tool('Fermer').click()
      await expect(open).toBeFocused()
    })
  })

test.describe('on a phone alone', () => {
  test('two fingers zoom and keep what is between them', async ({ browser }) => {
    person = await Person.withoutWorker(browser, DEVICES[0].options)
    await opensPaper()
    await jumpsTo(20)
    await expect(picture(20)).toBeVisible()
    const before = await sheet(20).boundingBox()
    const touch = await person.context.newCDPSession(person.page)
    const fingers = (apart: number) => [
      { x: 180, y: 400 - apart / 2, id: 1 },
      { x: 180, y: 400 + apart / 2, id: 2 },
    ]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(100) })
    for (const apart of [120, 150, 180, 200])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    if (!before) throw new Error('The page is not there')
    await expect.poll(() => widthOf(20)).toBeCloseTo(before.width * 2, -1)
    const after = await sheet(20).boundingBox()
    if (!after) throw new Error('The page is not there')
    expect((400 - after.y) / after.height).toBeCloseTo((400 - before.y) / before.height, 1)
  })

  test('the tools are large enough, and without full screen the pages take the window', async ({
    browser,
  }) => {
    person = await Person.withoutWorker(browser, DEVICES[0].options)
    await person.page.addInitScript(() =>
      Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false }),
    )
    await opensPaper()
    for (const button of await viewer().getByRole('button').all()) {
      const { x = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
      expect(x + width).toBeLessThanOrEqual(360)
    }
    await tool('Plein écran').tap()
    await expect(tool('Zoom avant')).toBeHidden()
    await tool('Quitter le plein écran').tap()
    await expect(tool('Zoom avant')).toBeVisible()
  })
})

test('by keyboard alone a document is opened, paged, zoomed and closed', async ({ browser }) => {
  person = await Person.withoutWorker(browser, DEVICES[1].options)
  const keyboard = new Keyboard(person.page)
  server = await DocumentServer.for(person.page)
  await signsIn()
  await person.opens('/sujets-bac/sm')
  const open = person.button('Voir').first()
  await keyboard.uses(open)
  await expect(picture(1)).toBeVisible(DRAWN_WITHIN)
  await keyboard.presses('PageDown')
  await expect.poll(() => area().evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100)
  await keyboard.presses('End')
  await expect(pageField()).toHaveValue(String(LONG_PAGES))
  await keyboard.presses('Home')
  await expect(pageField()).toHaveValue('1')
  const natural = await widthOf(1)
  await keyboard.presses('+')
  await expect.poll(() => widthOf(1)).toBeGreaterThan(natural)
  await keyboard.presses('-', '-')
  await expect.poll(() => widthOf(1)).toBeLessThan(natural)
  await keyboard.presses('0')
  await expect.poll(() => widthOf(1)).toBeGreaterThan(natural)
  await keyboard.goesTo(pageField())
  await keyboard.types('12')
  await keyboard.presses('Enter')
  await expect(picture(12)).toBeInViewport()
  await keyboard.staysIn(viewer())
  await keyboard.presses('Escape')
  await expect(viewer()).toBeHidden()
  await expect(open).toBeFocused()
})
