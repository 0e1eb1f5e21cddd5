import { expect, type Request } from '@playwright/test'
import { DEVICES } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'
import { watchedPage } from './support/watched-page.ts'

const PAPER_PATH = '/sujets-bac/sm/2023-normale'
const [phone, desktop] = DEVICES
test.use(phone.options)

const pageField = (person: Person) => person.dialog.getByLabel(/^Page, sur \d/)
const continues = (person: Person) => person.main.getByRole('button', { name: /^Reprendre Bac SM 2023/ })

/** Waits for the page that is read: PDF.js writes a warning when a document is closed while it draws. */
const isDrawn = (person: Person) => expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)

/** Opens the paper, goes to its second page, and waits until a heartbeat has carried it. */
async function readsToPageTwo(person: Person): Promise<void> {
  const carriesPage = (request: Request) => request.postData()?.includes('"page":2') ?? false
  await person.opens(PAPER_PATH)
  await person.main.getByRole('button', { name: 'Voir le sujet', exact: true }).click()
  await isDrawn(person)
  await pageField(person).fill('2')
  await pageField(person).press('Enter')
  const sent = person.page.waitForResponse((response) => response.ok() && carriesPage(response.request()))
  await person.page.evaluate(() => window.dispatchEvent(new Event('online')))
  await sent
  await person.page.keyboard.press('Escape')
}

test('a student reads on a phone and continues at the same page on another device', async ({
  person,
  premiumStudent: student,
  arrives,
}) => {
  await person.hasSignedInBefore(student)
  await readsToPageTwo(person)
  await person.signsOut(student.email)
  await student.signsInAgain()

  const laptop = await arrives(desktop.options)
  await laptop.hasSignedInBefore(student)
  const watched = await watchedPage(laptop)
  const calls: string[] = []
  laptop.page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  await laptop.opens('/')
  await expect(continues(laptop)).toContainText('Page 2')
  const { layoutShift } = await watched.read()
  expect(layoutShift).toBe(0)
  expect(calls.toSorted()).toEqual([
    // The first page on a device fetches a nonce for its proofs.
    'GET /api/health',
    'GET /api/practice',
    'GET /api/progress',
    'POST /api/session',
  ])

  await continues(laptop).click()
  await expect(pageField(laptop)).toHaveValue('2')
  await isDrawn(laptop)
  await laptop.page.keyboard.press('Escape')
  await expect(laptop.dialog).toBeHidden()

  await laptop.page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(laptop.heading('Contact')).toBeVisible()
  await laptop.losesNetwork()
  await laptop.page.goBack()
  await expect(continues(laptop)).toContainText('Page 2')
})
