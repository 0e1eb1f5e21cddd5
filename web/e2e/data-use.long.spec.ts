import { expect, type Page } from '@playwright/test'
import { SEARCH_FILE } from '#shared/catalogue/page-path.ts'
import { DEVICES } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const PREMIUM = 'premium@demo.bac'
const SUBJECTS = '/sujets-bac/sm'
/** The chapter with a film of ten minutes and 300 MB. */
const LONG_CHAPTER = '/science-physique/mecanique/9'

const [phone] = DEVICES
test.use(phone.options)

/** Sets `Save-Data` on every page that begins while `data-saver` is stored. */
async function hasDataSaver({ context }: Person): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', {
      get: () => ({ saveData: localStorage.getItem('data-saver') !== 'off', effectiveType: '4g' }),
    })
  })
}

/** Returns the addresses that the browser keeps. */
async function kept({ page }: Person): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

const isFile = (path: string) => path.startsWith('/assets/')

/** Returns the files that the page has used. */
async function used({ page }: Person): Promise<string[]> {
  const paths = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  return paths.filter(isFile)
}

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a device that saves data keeps what its pages use, and nothing ahead until it saves no more', async ({
    person,
  }) => {
    await hasDataSaver(person)
    const visits = async (path: string) => {
      await person.opens(path)
      await expect.poll(() => kept(person)).toContain(path)
      await person.hasLoaded()
      return used(person)
    }
    const needed = [...(await visits('/')), ...(await visits(SUBJECTS)), ...(await visits('/premium'))]
    const ahead = async () =>
      (await kept(person)).filter((path) => path === SEARCH_FILE || (isFile(path) && !needed.includes(path)))
    await expect.poll(ahead).toEqual([])

    await person.page.evaluate(() => localStorage.setItem('data-saver', 'off'))
    await visits('/')
    await expect.poll(ahead).toContain(SEARCH_FILE)
    await expect.poll(ahead).toContainEqual(expect.stringMatching(/contact-page/))
  })
})

/** Returns the bytes of the month, as the device counts them. */
async function transferred(page: Page): Promise<number> {
  return page.evaluate(() => Number(localStorage.getItem('revision.transferred')?.split(' ')[1] ?? 0))
}

test.describe('a student who continues a film', () => {
  test.use({ as: PREMIUM })

  test('receives the film from there, not what lies before, and it is counted', async ({ person }) => {
    const { page } = person
    const video = person.dialog.locator('video')
    const opensFilm = async () => {
      await person.opens(LONG_CHAPTER)
      await person.hasLoaded()
      await person.button(/^Cours \(Vidéo\)/).click()
      await expect
        .poll(() => video.evaluate(({ readyState }: HTMLVideoElement) => readyState))
        .toBeGreaterThan(1)
    }
    await person.opens(LONG_CHAPTER)
    await expect(person.button(/^Cours \(Vidéo\)/)).toContainText('314,6 Mo')
    await opensFilm()
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 420
    })
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('revision.videoPlaces') ?? ''))
      .toContain('420')

    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 20,
      downloadThroughput: 1_000_000,
      uploadThroughput: 100_000,
    })
    let received = 0
    session.on('Network.dataReceived', ({ encodedDataLength }) => {
      received += encodedDataLength
    })
    const before = await transferred(page)
    await opensFilm()
    await person.sees('Reprise à 7:00', { within: person.dialog })
    await expect.poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime)).toBe(420)
    await expect.poll(async () => (await transferred(page)) - before).toBeGreaterThan(100_000)
    // 220 MB lie before that second.
    expect(received).toBeLessThan(20_000_000)
  })
})
