import { execFileSync } from 'node:child_process'
import { expect } from '@playwright/test'
import {
  type Figure,
  formatLimit,
  formatValue,
  isWithin,
  type LimitName,
  limits,
} from '#scripts/quality/limits.ts'
import { type Track, tracks } from '#shared/catalogue/tracks.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { OWNER, PREMIUM } from './support/account.ts'
import { callsOfOpenPage } from './support/clocked-page.ts'
import { phone } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { bytesOf, type ReceivedScript, receivedScripts, watchedPage } from './support/received-scripts.ts'
import { test } from './support/story.ts'

/** Public pages, all of them in the long run; `asks` is true for those that call the API when they open. */
const ALL_PAGES = [
  { name: 'home', path: '/', script: 'homeScript', asks: false },
  { name: 'a track', path: '/science-math', script: 'pageScript', asks: false },
  { name: 'a chapter', path: '/science-math/ondes/1', script: 'pageScript', asks: true },
  { name: 'subjects', path: '/sujets-bac/sm', script: 'pageScript', asks: true },
  { name: 'a paper', path: '/sujets-bac/sm/2023-normale', script: 'pageScript', asks: true },
  { name: 'videos', path: '/videos-gratuites', script: 'pageScript', asks: true },
  { name: 'premium', path: '/premium', script: 'pageScript', asks: false },
  { name: 'login', path: '/login', script: 'pageScript', asks: false },
] as const

const PAGES = isLongRun
  ? ALL_PAGES
  : ALL_PAGES.filter(({ name }) => ['home', 'a chapter', 'a paper'].includes(name))

const ALL_SIGNED_IN = [
  { name: 'home', path: '/', as: PREMIUM },
  { name: 'a chapter', path: '/science-math/ondes/1', as: PREMIUM },
  { name: 'subjects', path: '/sujets-bac/sm', as: PREMIUM },
  { name: 'the dashboard', path: '/admin', as: OWNER },
] as const

const SIGNED_IN = isLongRun ? ALL_SIGNED_IN : ALL_SIGNED_IN.slice(2)

test.use(phone.options)

const part = (scripts: readonly ReceivedScript[], isOf: ReceivedScript['isOf']) =>
  scripts.filter((script) => script.isOf === isOf)
const kilobytes = (scripts: readonly ReceivedScript[]) => bytesOf(scripts) / 1_000

/** Opens the page while the API has not answered; nothing that is already shown may move when it answers. */
async function opensEarly(person: Person, path: string): Promise<void> {
  await person.whileWaitingFor(
    (request) => new URL(request.url()).pathname.startsWith('/api/'),
    () => person.opens(path),
    // The page's first content is drawn by then.
    () => person.page.waitForLoadState('load'),
  )
}

for (const { name, path, script, asks } of PAGES)
  test(`${name} is within its budgets for a visitor`, async ({ person }) => {
    const watched = await watchedPage(person)
    await person.opens(path)
    await person.isVisitor()
    const { scripts, layoutShift, requestsBeforeContent, scriptSteps } = await watched.read()
    holds(script, name, kilobytes(scripts), scripts)
    holds('scriptRequests', name, scripts.length)
    holds('scriptSteps', name, scriptSteps)
    const amplify = part(scripts, 'account service')
    holds('amplifyUnasked', name, bytesOf(amplify), amplify)
    const viewer = part(scripts, 'viewer')
    holds('viewerUnasked', name, bytesOf(viewer), viewer)
    holds('requestsBeforeContent', name, requestsBeforeContent)
    holds('layoutShift', name, layoutShift)
    if (!asks) return
    await opensEarly(person, path)
    await person.isVisitor()
    holds('layoutShift', `${name}, answered late`, (await watched.read()).layoutShift)
  })

for (const { name, path, as } of SIGNED_IN)
  test.describe('signed in', () => {
    test.use({ as })

    test(`${name} is within its budgets`, async ({ person }) => {
      const watched = await watchedPage(person)
      await person.opens(path)
      await person.isSignedIn(as)
      const { scripts, layoutShift } = await watched.read()
      // The token of the last visit is still valid, so that Amplify is not needed.
      const amplify = part(scripts, 'account service')
      holds('amplifyUnasked', `${name}, signed in`, bytesOf(amplify), amplify)
      holds('pageScriptSignedIn', `${name}, signed in`, kilobytes(scripts), scripts)
      const viewer = part(scripts, 'viewer')
      holds('viewerUnasked', name, bytesOf(viewer), viewer)
      holds('layoutShift', `${name}, signed in`, layoutShift)
      await opensEarly(person, path)
      await person.isSignedIn(as)
      holds('layoutShift', `${name}, signed in, answered late`, (await watched.read()).layoutShift)
    })
  })

test('nothing moves in lists that begin with the track of a student', async ({ person, student }) => {
  const last = tracks.at(-1) as Track
  await person.hasSignedInBefore(student)
  const sessionId = student.credentials['x-session-id']
  await student.calls('PUT', '/api/account/preferences', { sessionId, body: { track: last.code } })
  const watched = await watchedPage(person)
  await person.opens('/compte')
  await expect(person.main.getByRole('combobox')).toHaveValue(last.code)
  for (const path of ['/', '/sujets-bac', '/videos-gratuites']) {
    await opensEarly(person, path)
    await person.isSignedIn(student.email)
    await expect(person.main.locator('[data-track]').first()).toHaveAttribute('data-track', last.code)
    holds('layoutShift', `${path}, with a track`, (await watched.read()).layoutShift)
  }
})

test.describe('an idle page', () => {
  test.use({ fetchesAhead: true })

  test('has the dialog of the search', async ({ person }) => {
    const watched = await watchedPage(person)
    await person.opens('/')
    await expect.poll(async () => part((await watched.read()).scripts, 'search').length).toBe(1)
    const search = part((await watched.read()).scripts, 'search')
    holds('idleScript', 'home', kilobytes(search), search)
  })

  test.describe('of papers', () => {
    test.use({ as: PREMIUM })

    test('has the viewer for a student', async ({ person }) => {
      const received = receivedScripts(person.page)
      await person.opens('/sujets-bac/sm')
      await expect.poll(async () => part(await received.read(), 'viewer')).not.toEqual([])
    })
  })
})

test.describe('a student', () => {
  test.use({ as: PREMIUM })

  test('asks at the tap for ticket and viewer, then for the first page', async ({ person }) => {
    const { page } = person
    await person.opens('/sujets-bac/sm')
    await expect(person.lightPaper).toBeVisible()
    await person.hasLoaded()
    const received = receivedScripts(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const isAsked = (pattern: RegExp) => asked.some((path) => pattern.test(path))
    await person.whileWaitingFor(
      (request) => new URL(request.url()).pathname.startsWith('/api/files/'),
      () => person.lightPaper.click(),
      async () => {
        for (const path of [/^\/api\/files/, /viewer-dialog/, /pages-reader/])
          await expect.poll(() => isAsked(path), String(path)).toBe(true)
        expect(isAsked(/^\/files\//)).toBe(false)
      },
    )
    await person.seesPage()
    const [firstFile = ''] = asked.filter((path) => path.startsWith('/files/'))
    expect(firstFile).toMatch(/\/1\.webp$/)
    const scripts = await received.read()
    expect(part(scripts, 'viewer')).not.toEqual([])
    holds('paperScript', 'a paper', kilobytes(scripts), scripts)
  })

  test('calls the API no more than twice a minute while a page is open', async ({ person }) => {
    await person.context.clock.install()
    // The page's own call comes last: sent again after the clock has moved, it would count.
    const marks = person.page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/api/progress',
    )
    await person.opens('/science-math/ondes/1')
    await marks
    await person.hasLoaded()
    const calls = await callsOfOpenPage(person)
    holds('callsPerHour', 'a chapter', 12 * calls.length)
    // One heartbeat each half minute, or a step of the clock later where the page is slow to sign it.
    expect(calls.length).toBeGreaterThanOrEqual(7)
    expect([...new Set(calls)]).toEqual(['PUT /api/session/activity'])
  })
})

/** Number of scripts whose modules are named when a page receives too much. */
const NAMED = 4

/**
 * Fails the test at its end when a value exceeds its limit; the message names the excess and the largest scripts with
 * their modules. Every value is attached to the test for `npm run bench`.
 */
function holds(limit: LimitName, of: string, value: number, scripts: readonly ReceivedScript[] = []): void {
  const figure: Figure = { limit, of, value }
  test.info().annotations.push({ type: 'figure', description: JSON.stringify(figure) })
  if (isWithin(figure)) return
  const message = `${limits[limit].name}, ${of}: ${formatValue(figure)}, ${formatLimit(limit)}\n${largest(scripts)}`
  expect.soft(isWithin(figure), message).toBe(true)
}

function largest(scripts: readonly ReceivedScript[]): string {
  if (scripts.length === 0) return ''
  const chosen = scripts.toSorted((one, other) => other.size - one.size).slice(0, NAMED)
  const names = chosen.map(({ file }) => file.replace(/-[\w-]{8}\.js$/, ''))
  return execFileSync(process.execPath, ['web/build/chunk-modules.ts', ...names], {
    encoding: 'utf8',
    // Excludes the settings of the test runner, which are meant for its own process.
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  })
}
