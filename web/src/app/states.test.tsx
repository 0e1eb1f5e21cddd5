import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Route } from '#shared/contract/define-route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { sampleAnswer } from '#shared/test-support/page-answers.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile, json, noContent, noNetwork, problem } from '#web/test/answers.ts'
import { keepSavedFiles } from '#web/test/browser-files.ts'
import { main, openDialog, until } from '#web/test/gestures.ts'
import { createPageClient } from '#web/test/render-page.tsx'
import {
  type Change,
  changes,
  elsewhere,
  type Reading,
  readings,
  type Sign,
  stateless,
} from '#web/test/route-states.ts'
import { Providers } from './app.tsx'
import { Layout } from './layout/layout.tsx'
import { AppRoutes, routeOf } from './routes.tsx'

/** Messages that interrupt a screen reader, with these words. */
const alerts = (words: RegExp) =>
  [...document.querySelectorAll('[role=alert]')].filter(({ textContent }) => words.test(textContent))

const FAULT = /erreur|n'(?:a|ont) pas pu|ne peuvent pas/i

/** By default a list that is missing offers to be read again; the line above the page says why. */
const missing = () => alerts(FAULT).filter(({ textContent }) => textContent.endsWith('Réessayer'))
const listSigns = { loading: /\.\.\.$/, offline: missing, error: missing } satisfies Record<string, Sign>

const changeSigns = {
  // 'Export en cours... (0)', 'Vérification en cours... 0 sur 1'
  loading: /\.\.\.(?: \(\d+\)| \d+ sur \d+)?$/,
  offline: () => alerts(/Vous êtes hors ligne\. Veuillez vérifier votre connexion internet\./),
  error: () => alerts(FAULT),
} satisfies Record<string, Sign>

type Row<T> = readonly [name: RouteName, place: T]

const PROFILES = {
  free: aProfile(),
  premium: aProfile({ isPremium: true }),
  owner: aProfile({ isPremium: true, isAdmin: true, isOwner: true, isPrimaryOwner: true }),
}

/** The end of a call; `pending`: none yet. */
type Outcome = 'pending' | 'no network' | 'failure' | { answer: unknown }

/** Routes with a pattern of their calls; literal addresses before those with parameters. */
const calls = (Object.entries(routes) as [RouteName, Route][])
  .map(([name, { method, path }]) => ({
    name,
    call: new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .toSorted((a, b) => a.call.source.split('[').length - b.call.source.split('[').length)

let outcomes: Partial<Record<RouteName, Outcome>>
let isOnline = true
let resume: (() => void)[] = []

async function answer(address: string, { method = 'GET' }: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(address, 'http://localhost')
  const name = calls.find(({ call }) => call.test(`${method} ${pathname}`))?.name
  if (!name) return new Response('', { status: 404 })
  const outcome = () => outcomes[name] ?? { answer: sampleAnswer(name) }
  // oxlint-disable-next-line no-await-in-loop -- the next outcome may be `pending` again
  while (outcome() === 'pending') await new Promise<void>((resolve) => resume.push(resolve))
  const ended = outcome()
  if (ended === 'no network') throw noNetwork
  if (typeof ended === 'string') return problem('INTERNAL_ERROR')
  const { status, csv } = routes[name] as Route
  if (status === 204) return noContent.clone()
  return csv.includes('response') ? new Response(String(ended.answer)) : json(ended.answer, status)
}

function setOutcomes(changed: typeof outcomes): void {
  Object.assign(outcomes, changed)
  for (const go of resume.splice(0)) go()
}

function setOnline(is: boolean): void {
  isOnline = is
  act(() => void window.dispatchEvent(new Event(is ? 'online' : 'offline')))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('scrollTo', () => undefined)
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  keepSavedFiles()
  outcomes = {}
})
afterEach(() => {
  isOnline = true
  authStore.dispatch({ type: 'signOutStarted' })
  authStore.dispatch({ type: 'ended' })
})

/** Opens a page of the site as a reader of its lists or changes does. */
async function visit([path, , , { as = 'owner' } = {}]: Reading | Change): Promise<void> {
  await routeOf(path).preload()
  authStore.dispatch(
    as === 'visitor' ? { type: 'ended' } : { type: 'opened', sessionId: 's', profile: PROFILES[as] },
  )
  const client = createPageClient()
  const { queries, ...others } = client.getDefaultOptions()
  client.setDefaultOptions({ ...others, queries: { ...queries, retry: false } })
  render(
    <MemoryRouter initialEntries={[path]}>
      <Providers>
        <Layout>
          <AppRoutes />
        </Layout>
      </Providers>
    </MemoryRouter>,
  )
}

function elementsOf(sign: Sign): Element[] {
  if (typeof sign === 'function') return [sign() ?? []].flat()
  return screen
    .queryAllByText(sign, { exact: false })
    .filter((element) => !element.closest('[hidden], [aria-hidden=true], dialog:not([open])'))
}

/** True when the text is in a live region, or has the focus. */
const isAnnounced = (text: Element) =>
  text.closest('[role=status], [role=alert], [aria-live]') !== null || text.contains(document.activeElement)

/** Expects as many signs as lists show them side by side. */
async function see(state: string, signs: readonly Sign[], mustBeAnnounced = false): Promise<void> {
  for (const sign of new Set(signs)) {
    const count = signs.filter((other) => other === sign).length
    const shown = await until(() => elementsOf(sign)[count - 1], `${String(sign)} (${state})`)
    expect(shown).toBeVisible()
    if (mustBeAnnounced && typeof sign !== 'function')
      expect(isAnnounced(shown), `${String(sign)}: announced`).toBe(true)
  }
}

/** Reads the lists again, by the button that the state or its page offers, or with the page. */
async function refresh(page: Reading): Promise<void> {
  const place = within(openDialog() ?? main())
  const [button] = place.queryAllByRole('button', { name: /^(Réessayer|Actualiser)$/, hidden: true })
  if (button) return void fireEvent.click(button)
  cleanup()
  await visit(page)
  await page[3]?.open?.()
}

/** Returns the rows of a table by what a user opens to see them. */
function groupsOf<T extends Reading | Change>(table: Partial<Record<RouteName, T>>): [string, Row<T>[]][] {
  const groups: Record<string, Row<T>[]> = {}
  for (const [name, row] of Object.entries(table) as Row<T>[]) {
    const { as = 'owner', within: around, open }: NonNullable<Reading[3]> = row[3] ?? {}
    const part = around ?? (open && name)
    ;(groups[`${row[0]} of ${as}${part ? `, with ${part}` : ''}`] ??= []).push([name, row])
  }
  return Object.entries(groups)
}

test.each(groupsOf(readings))('%s: every state of its lists', async (_, lists) => {
  const [[, page]] = lists as [Row<Reading>]
  const set = (outcome: (name: RouteName, list: Reading) => Outcome) =>
    setOutcomes(Object.fromEntries(lists.map(([name, list]) => [name, outcome(name, list)])))
  const signs = (state: 'loading' | 'offline' | 'error' | 'success' | 'empty') =>
    see(
      state,
      lists.map(([, [, success, empty, more]]) => ({ ...listSigns, success, empty, ...more })[state]),
      state === 'offline' || state === 'error',
    )
  set(() => 'pending')
  await visit(page)
  await page[3]?.open?.()
  await signs('loading')
  setOnline(false)
  set(() => 'no network')
  await signs('offline')
  set(() => 'failure')
  setOnline(true)
  await signs('error')
  set((name) => ({ answer: sampleAnswer(name) }))
  await refresh(page)
  await signs('success')
  set((name, [, , , more]) => ({
    answer: more?.emptyAnswer ?? { ...(sampleAnswer(name) as object), items: [], total: 0 },
  }))
  await refresh(page)
  await signs('empty')
})

test.each(groupsOf(changes))('%s: every state of its changes', async (path, rows) => {
  const [[, page]] = rows as [Row<Change>]
  await visit(page)
  const isLoaded = () => elementsOf(listSigns.loading).length === 0
  await until(() => screen.queryByRole('heading', { level: 1 }) && isLoaded(), path)
  for (const [name, [, attempt, success, { answer: changed = {}, ...more } = {}]] of rows) {
    const signs = { ...changeSigns, ...more }
    const attempts = async (outcome: Outcome) => {
      setOutcomes({ [name]: outcome })
      for (const step of attempt) await step()
    }
    // A message of an earlier change would hide that this one shows nothing.
    for (const sign of [signs.loading, signs.error, signs.offline])
      expect(elementsOf(sign), `${name}: ${String(sign)} before`).toEqual([])
    await attempts('pending')
    await see('loading', [signs.loading])
    setOutcomes({ [name]: 'failure' })
    await see('error', [signs.error], true)
    setOnline(false)
    await attempts('no network')
    await see('offline', [signs.offline], true)
    setOnline(true)
    const { response } = routes[name] as Route
    const isPart = response && typeof changed === 'object'
    await attempts({ answer: isPart ? createSample(response, changed) : changed })
    await see('success', [success], true)
  }
})

test('every route has a row, or another test of its states, or a reason for having none', () => {
  const files = Object.keys(elsewhere)
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, '../..', file)))).toEqual([])
  const named = [readings, changes, stateless].flatMap(Object.keys).concat(Object.values(elsewhere).flat())
  expect(named.toSorted()).toEqual(Object.keys(routes).toSorted())
})
