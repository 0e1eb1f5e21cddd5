/**
 * Tests every list and every change in each of its states, in the narrowest window; the pages of lists at both widths.
 * Opening a page and checking it with axe cost most: lists side by side take each state together, and the lists and
 * changes of a page follow each other without a reload. Tests beside each component cover its transitions.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Request } from '@playwright/test'
import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { checkAppearance, checkLayout, expectSoon } from './support/appearance.ts'
import { test } from './support/kept-browser.ts'
import { isFor, MockedRoute, type Outcome } from './support/mocked-route.ts'
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
/** Browsers write these messages about refusals and a missing network. */
const EXPECTED_ERRORS = /status of (4\d\d|5\d\d)|ERR_INTERNET_DISCONNECTED|ERR_FAILED/

/** The smallest of these elements around a text: the part that a change affects. */
const NEAREST_PART = `xpath=ancestor-or-self::*[${[
  ...['dialog', 'form', 'section', 'table', 'main'].map((name) => `self::${name}`),
  ...['alert', 'status'].map((role) => `@role='${role}'`),
].join(' or ')}][1]`

type Named<T> = [name: RouteName, place: T]

test.use({ viewport: { width: 320, height: 740 } })
// No test changes data of another, so that workers can share the tests.
test.describe.configure({ mode: 'parallel' })

/** Returns the account and the page, including its dialogs. */
const pageOf = ([, { as, path }]: Named<Reading | Change>) =>
  `${path} for ${as === null ? 'a visitor' : (as ?? OWNER)}`
/** Returns a common key for lists that appear side by side. */
const viewOf = ([name, { within, open }]: Named<Reading>) => within ?? (open ? name : '')
const names = (group: readonly Named<unknown>[]) => group.map(([name]) => name).join(', ')

const lists = Map.groupBy(Object.entries(readings) as Named<Reading>[], pageOf)
const changesOf = Map.groupBy(Object.entries(changes) as Named<Change>[], pageOf)
for (const page of new Set([...lists.keys(), ...changesOf.keys()])) {
  const [read, made] = [lists.get(page) ?? [], changesOf.get(page) ?? []]
  const all: Named<Reading | Change>[] = [...read, ...made]
  const [[, { as }]] = all as [Named<Reading | Change>]
  test.describe(page, () => {
    test.use({ as: as === undefined ? OWNER : as })
    test(`shows every state of ${names(all)}`, async ({ person }) => {
      await preparePage(person, all)
      const views: View[] = []
      for (const group of Map.groupBy(read, viewOf).values()) views.push(await View.of(person, group))
      await openPage(person, all)
      for (const [index, view] of views.entries()) {
        // The first view of a page checks all of it; accessibility.spec.ts checks the pages of visitors.
        await view.fills(index === 0 && as !== null && !view.open)
        if (index > 0) await view.empties()
      }
      for (const [name, change] of made) await test.step(name, () => checkChange(person, name, change))
      await views[0]?.empties()
    })
  })
}

test('names existing specs for the states of other routes', () => {
  for (const spec of otherSpecs) expect(existsSync(join(import.meta.dirname, spec)), spec).toBe(true)
})

/** The lists of a page that appear together: each state is checked once for all of them. */
class View {
  readonly open: Reading['open']
  readonly #person: Person
  readonly #lists: readonly Named<Reading>[]
  readonly #mocks = new Map<RouteName, MockedRoute>()

  private constructor(person: Person, group: readonly Named<Reading>[]) {
    this.#person = person
    this.#lists = group
    this.open = group[0]?.[1].open
  }

  static async of(person: Person, group: readonly Named<Reading>[]): Promise<View> {
    const view = new View(person, group)
    for (const [name] of group)
      view.#mocks.set(name, await MockedRoute.on(person.page, routes[name], 'pending'))
    return view
  }

  /** Goes through waiting, a missing network and a failure to the full lists. */
  async fills(isPage: boolean): Promise<void> {
    const person = this.#person
    await this.open?.(person)
    await this.#see('loading')
    const isHeld = (request: Request) => this.#lists.some(([name]) => isFor(routes[name], request))
    await person.losesNetwork({ isHeld })
    this.#answer(() => 'no network')
    await this.#see('offline', { isLikeFailed: true })
    this.#answer(() => FAILURE)
    await person.context.setOffline(false)
    await this.#isAskedAgain()
    await this.#see('error')
    this.#answer(full)
    await this.#isAskedAgain()
    await this.#see('success', isPage ? { isPage } : {})
  }

  /** Shows the empty lists after the full ones, since the browser may keep the last good answer. */
  async empties(): Promise<void> {
    const person = this.#person
    this.#answer(
      ([name, { emptyOutcome }]) =>
        emptyOutcome ?? { answer: answerWith(routes[name], { items: [], total: 0 }) },
    )
    if (!(await refresh(person))) {
      await openPage(person, this.#lists)
      await this.open?.(person)
    }
    await this.#see('empty')
    this.#answer(full)
    if (await person.dialog.isVisible()) await person.page.keyboard.press('Escape')
  }

  /** Waits until the page has asked for every list again: by itself when the network returns, or at its button. */
  async #isAskedAgain(): Promise<void> {
    await expect(async () => {
      const isAsked = () => this.#lists.every(([name]) => this.#mocks.get(name)?.hasAnswered)
      if (!isAsked()) await refresh(this.#person)
      expect(isAsked()).toBe(true)
    }).toPass()
  }

  #answer(outcomeFor: (list: Named<Reading>) => Outcome): void {
    for (const list of this.#lists) this.#mocks.get(list[0])?.setOutcome(outcomeFor(list))
  }

  #see(state: keyof typeof defaultSigns | 'success' | 'empty', options: LookOptions = {}): Promise<void> {
    const signs = this.#lists.map(
      ([, reading]) => ({ ...defaultSigns, offline: reading.error ?? defaultSigns.error, ...reading })[state],
    )
    return checkState(this.#person, `${names(this.#lists)}-${state}`, signs, options)
  }
}

const full = ([name, { isReal }]: Named<Reading>): Outcome =>
  isReal ? 'real' : { answer: sampleAnswer(name) }

async function openPage(person: Person, [first]: readonly Named<Reading | Change>[]): Promise<void> {
  if (first) await person.opens(first[1].path)
}

async function checkChange(person: Person, name: RouteName, change: Change): Promise<void> {
  const { attempt, answer, ...signs } = { ...defaultSigns, ...change }
  const mock = await MockedRoute.on(person.page, routes[name], 'pending')
  const see = (state: keyof typeof defaultSigns | 'success', options: LookOptions = {}) =>
    checkState(person, `${name}-${state}`, [signs[state]], { isChange: true, ...options })
  // A message of an earlier change would hide that this one shows nothing.
  for (const sign of [signs.loading, signs.error, signs.offline])
    await expect(elementsOf(person, sign), `${name}: not shown before`).toHaveCount(0)
  await attempt(person)
  await see('loading')
  mock.setOutcome(FAILURE)
  await see('error', { isOutcome: true })
  await person.losesNetwork()
  mock.setOutcome('no network')
  await attempt(person)
  await see('offline', { isOutcome: true, isLikeFailed: true })
  // Everything that the device kept is sent as soon as the network is back.
  mock.setOutcome({ answer: answerWith(routes[name], answer) })
  await person.context.setOffline(false)
  await attempt(person)
  await see('success', { isOutcome: true })
}

function answerWith({ response }: Route, changed: object | string = {}): unknown {
  return response && typeof changed === 'object' ? createSample(response, changed) : changed
}

async function preparePage(person: Person, group: readonly Named<Reading | Change>[]): Promise<void> {
  person.announces(EXPECTED_ERRORS)
  await controlWaits(person)
  const [[, { as }]] = group as [Named<Reading | Change>]
  if (as === undefined) await mockOwnerLists(person.page)
  for (const [, { beside = {} }] of group)
    for (const [name, answer] of Object.entries(beside))
      await MockedRoute.on(person.page, routes[name as RouteName], { answer })
}

/** Returns the visible elements of a sign. */
function elementsOf(person: Person, sign: Sign): Locator {
  const elements = typeof sign === 'function' ? sign(person) : person.page.getByText(sign)
  return elements.filter({ visible: true })
}

type LookOptions = {
  isPage?: boolean
  /** True for the state of a change, which affects a small part of its page. */
  isChange?: boolean
  /** True for the outcome of a change, which is announced to screen readers too. */
  isOutcome?: boolean
  /** True when the state differs from the failed one, which is checked, by its text alone. */
  isLikeFailed?: boolean
}

/**
 * @param signs signs of lists that are in this state side by side; each list shows its own, even where they are the
 * same
 */
async function checkState(
  person: Person,
  name: string,
  signs: readonly Sign[],
  { isPage = false, isChange = false, isOutcome = false, isLikeFailed = false }: LookOptions,
): Promise<void> {
  const [shown] = await Promise.all(
    [...Map.groupBy(signs, (sign) => sign)].map(async ([sign, { length }]) => {
      const elements = elementsOf(person, sign)
      await expect(elements.nth(length - 1), name).toBeVisible()
      return elements.first()
    }),
  )
  if (!shown) throw new Error(`${name} has no sign`)
  // Until the session is checked, some pages show only a spinner.
  await expect(person.page.locator('h1')).toBeVisible()
  const [sign] = signs
  if (isOutcome && typeof sign !== 'function')
    await expectSoon.poll(() => isAnnounced(shown), `${name}: announced`).toBe(true)
  if (isLikeFailed) return checkLayout(person.page, name)
  // The frame around the content is checked with the pages.
  const part = isChange ? shown.locator(NEAREST_PART) : person.page.locator('main, [role=status]')
  await checkAppearance(person.page, name, {
    at: shown,
    ...(isPage ? { isPage } : { narrowOnly: true, part }),
  })
}

/** True when the text is in a live region, or has the focus. */
function isAnnounced(text: Locator): Promise<boolean> {
  return text.evaluate(
    (element) =>
      element.closest('[role=status], [role=alert], [aria-live]') !== null ||
      element.contains(document.activeElement),
  )
}

/** Presses the button that the state or its page offers. @returns true when there is one */
async function refresh(person: Person): Promise<boolean> {
  const place = (await person.dialog.isVisible()) ? person.dialog : person.main
  const button = place.getByRole('button', { name: /^(Réessayer|Actualiser)$/ }).first()
  if (!(await button.isVisible())) return false
  // While it waits for another answer, the page may take the button away.
  await button.click({ timeout: 10_000 })
  return true
}

/**
 * Shortens the pauses before a query is sent again (1 and 2 s), and keeps what would end by itself: messages after 3
 * and
 * 5 s, calls after 10 s. Checking the page takes longer.
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
