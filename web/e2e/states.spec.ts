/** Every list and every change in each of its states, in the narrowest window; the pages of lists at both widths. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { checkAppearance } from './support/appearance.ts'
import { test } from './support/kept-browser.ts'
import { MockedRoute, type Outcome } from './support/mocked-route.ts'
import type { Person } from './support/person.ts'
import {
  type Change,
  changes,
  defaultSigns,
  otherSpecs,
  type Reading,
  readings,
  type Sign,
} from './support/route-states.ts'
import { mockOwnerLists, sampleAnswer } from './support/sample-answers.ts'

const OWNER = 'proprietaire@demo.bac'
const FAILURE: Outcome = { refusal: 'INTERNAL_ERROR' }
/** What browsers write about refusals and a missing network. */
const EXPECTED_ERRORS = /status of (4\d\d|5\d\d)|ERR_INTERNET_DISCONNECTED|ERR_FAILED/

test.use({ serviceWorkers: 'block', viewport: { width: 320, height: 740 } })
// Each test checks four or five states, and none changes what another finds: workers share them.
test.describe.configure({ mode: 'parallel' })

const placeOf = ({ as, path }: Reading) => `${path} for ${as}`
const places = Object.values<Reading>(readings).map(placeOf)

for (const [index, [name, reading]] of (Object.entries(readings) as [RouteName, Reading][]).entries())
  test.describe(name, () => {
    test.use({ as: reading.as === undefined ? OWNER : reading.as })
    // Several lists of one page show the same page, and accessibility.spec.ts checks those of visitors.
    const isPage = reading.as !== null && !reading.open && places.indexOf(placeOf(reading)) === index
    test('is shown while it loads, offline, failed, after a retry and empty', ({ person }) =>
      checkReading(person, name, reading, isPage))
  })

for (const [name, change] of Object.entries(changes) as [RouteName, Change][])
  test.describe(name, () => {
    test.use({ as: change.as === undefined ? OWNER : change.as })
    test('is shown while it is under way, failed, offline and done', ({ person }) =>
      checkChange(person, name, change))
  })

test('names existing specs for the states of other routes', () => {
  for (const spec of otherSpecs) expect(existsSync(join(import.meta.dirname, spec)), spec).toBe(true)
})

async function checkReading(
  person: Person,
  name: RouteName,
  reading: Reading,
  isPage: boolean,
): Promise<void> {
  const route: Route = routes[name]
  const { path, open, isReal, emptyOutcome, ...signs } = { ...defaultSigns, ...reading }
  const mock = await mockApi(person, route, reading)
  const openList = async () => {
    await person.opens(path)
    await open?.(person)
  }
  await openList()
  await checkState(person, `${name}-loading`, signs.loading)
  await person.context.setOffline(true)
  mock.setOutcome('no network')
  await checkState(person, `${name}-offline`, signs.offline)
  mock.setOutcome(FAILURE)
  await person.context.setOffline(false)
  if (open) await retry(person)
  await checkState(person, `${name}-error`, signs.error)
  mock.setOutcome(isReal ? 'real' : { answer: sampleAnswer(name) })
  await retry(person)
  await checkState(person, `${name}-success`, signs.success, { isPage })
  // The browser may keep the last good answer, so that emptiness comes after it.
  mock.setOutcome(emptyOutcome ?? { answer: answerWith(route, { items: [], total: 0 }) })
  await openList()
  await checkState(person, `${name}-empty`, signs.empty)
}

async function checkChange(person: Person, name: RouteName, change: Change): Promise<void> {
  const route: Route = routes[name]
  const { path, attempt, answer, ...signs } = { ...defaultSigns, ...change }
  const mock = await mockApi(person, route, change)
  await person.opens(path)
  await attempt(person)
  await checkState(person, `${name}-loading`, signs.loading)
  mock.setOutcome(FAILURE)
  await checkState(person, `${name}-error`, signs.error, { isOutcome: true })
  await person.context.setOffline(true)
  mock.setOutcome('no network')
  await attempt(person)
  await checkState(person, `${name}-offline`, signs.offline, { isOutcome: true })
  // What the device kept meanwhile is sent as soon as the network is back.
  mock.setOutcome({ answer: answerWith(route, answer) })
  await person.context.setOffline(false)
  await attempt(person)
  await checkState(person, `${name}-success`, signs.success, { isOutcome: true })
}

function answerWith({ response }: Route, changed: object | string = {}): unknown {
  return response && typeof changed === 'object' ? createSample(response, changed) : changed
}

async function mockApi(
  person: Person,
  route: Route,
  { as, beside = {} }: Reading | Change,
): Promise<MockedRoute> {
  person.announces(EXPECTED_ERRORS)
  await controlWaits(person)
  if (as === undefined) await mockOwnerLists(person.page)
  for (const [name, answer] of Object.entries(beside))
    await MockedRoute.on(person.page, routes[name as RouteName], { answer })
  return MockedRoute.on(person.page, route, 'pending')
}

/** @param options `isOutcome`: the state is the outcome of a change, which is announced to screen readers too */
async function checkState(
  person: Person,
  name: string,
  sign: Sign,
  { isPage = false, isOutcome = false }: { isPage?: boolean; isOutcome?: boolean } = {},
): Promise<void> {
  const element = typeof sign === 'function' ? sign(person) : person.page.getByText(sign)
  const shown = element.filter({ visible: true }).first()
  await expect(shown, name).toBeVisible()
  // Until the session is checked, some pages show a spinner alone.
  await expect(person.page.locator('h1')).toBeVisible()
  if (isOutcome && typeof sign !== 'function')
    expect.soft(await isAnnounced(shown), `${name}: announced`).toBe(true)
  // A state changes the content and what is announced; the frame around them is checked with the pages.
  const look = isPage ? { isPage } : { narrowOnly: true, part: 'main, [role=status]' }
  await checkAppearance(person.page, name, { at: shown, ...look })
}

/** In a live region, or where the focus has moved to. */
function isAnnounced(text: Locator): Promise<boolean> {
  return text.evaluate(
    (element) =>
      element.closest('[role=status], [role=alert], [aria-live]') !== null ||
      element.contains(document.activeElement),
  )
}

/** Presses the button that the state offers; a list that was asked for again by itself offers none. */
async function retry(person: Person): Promise<void> {
  const place = (await person.dialog.isVisible()) ? person.dialog : person.main
  const button = place.getByRole('button', { name: /^(Réessayer|Actualiser)$/ })
  if (await button.first().isVisible()) await button.first().click()
}

/**
 * Shortens the pauses before a query is sent again (1 and 2 s), and keeps what ends by itself: messages after 3 and 5 s,
 * calls after 10 s. A close look takes longer.
 */
async function controlWaits(person: Person): Promise<void> {
  await person.page.addInitScript(() => {
    const kept = 600_000
    const { setTimeout: wait } = window
    const changed: Record<number, number> = { 1_000: 10, 2_000: 10, 3_000: kept, 5_000: kept }
    const controlled = (handler: TimerHandler, ms = 0, ...rest: unknown[]) =>
      wait(handler, changed[ms] ?? ms, ...rest)
    Object.assign(window, { setTimeout: controlled })
    const { timeout } = AbortSignal
    AbortSignal.timeout = () => timeout.call(AbortSignal, kept)
  })
}
