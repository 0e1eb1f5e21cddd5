import { expect, type Locator } from '@playwright/test'
import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { givenAnswer } from './given-data.ts'
import { type Fate, type GivenAnswer, GivenRoute } from './given-route.ts'
import { looksRight } from './looks.ts'
import type { Person } from './person.ts'

/** What shows that a state is there: a text, or a place on the page. */
export type Sign = string | RegExp | ((person: Person) => Locator)

type Common = {
  path: string
  /** What the rest of the API says. */
  beside?: readonly GivenAnswer[]
  loading: Sign
  error: Sign
  offline: Sign
  success: Sign
}

/** A list, or anything else that a page asks for by itself. */
export type List = Common & {
  /** What brings the list about where its page alone does not. */
  opens?: (person: Person) => Promise<void>
  /** Where the product's own answer is shown in place of the one of given-data.ts. */
  isReal?: boolean
  /** Without a fate: no items. */
  empty: { fate?: Fate; shows: Sign }
}

/** Something that a person does and the API answers. */
export type Action = Common & {
  /** From the page as it was opened or as the last attempt left it. */
  does: (person: Person) => Promise<void>
  /** What the answer holds beside the sample entities when it goes well; a string in place of CSV. */
  done?: object | string
}

/** What a browser writes of refusals, and of a network that is away. */
const ANNOUNCED = /status of (4\d\d|5\d\d)|ERR_INTERNET_DISCONNECTED|ERR_FAILED/

/** What came of an action is said aloud too. */
const OUTCOME: Look = { isOutcome: true }

const FAILING: Fate = { refuses: 'INTERNAL_ERROR' }

/**
 * A list in its five states, each looked at: it loads, the network goes, comes back and with it the list; it fails, and
 * trying again finds nothing in it.
 */
export async function seesList(person: Person, name: RouteName, list: List): Promise<void> {
  const route: Route = routes[name]
  const api = await arrives(person, route, list)
  const opens = async () => {
    await person.opens(list.path)
    await list.opens?.(person)
  }
  await opens()
  await looks(person, `${name}-loading`, list.loading)
  await person.context.setOffline(true)
  api.lets('no network')
  await looks(person, `${name}-offline`, list.offline)
  api.lets(list.isReal ? 'real' : { says: givenAnswer(name).says })
  await person.context.setOffline(false)
  if (list.opens) await retries(person)
  await looks(person, `${name}-success`, list.success, { isPage: true })

  api.lets(FAILING)
  await opens()
  await looks(person, `${name}-error`, list.error)
  api.lets(list.empty.fate ?? { says: answerWith(route, { items: [], total: 0 }) })
  await retries(person)
  await looks(person, `${name}-empty`, list.empty.shows)
}

/** An action in its four states, each looked at: under way, failed, without a network, done. */
export async function seesAction(person: Person, name: RouteName, action: Action): Promise<void> {
  const route: Route = routes[name]
  const api = await arrives(person, route, action)
  await person.opens(action.path)
  await action.does(person)
  await looks(person, `${name}-loading`, action.loading)
  api.lets(FAILING)
  await looks(person, `${name}-error`, action.error, OUTCOME)
  await person.context.setOffline(true)
  api.lets('no network')
  await action.does(person)
  await looks(person, `${name}-offline`, action.offline, OUTCOME)
  // What was kept on the device meanwhile is sent as soon as the network is back.
  api.lets({ says: answerWith(route, action.done) })
  await person.context.setOffline(false)
  await action.does(person)
  await looks(person, `${name}-success`, action.success, OUTCOME)
}

function answerWith({ response }: Route, changes: object | string = {}): unknown {
  return response && typeof changes === 'object' ? createSample(response, changes) : changes
}

async function arrives(person: Person, route: Route, { beside = [] }: Common): Promise<GivenRoute> {
  person.announces(ANNOUNCED)
  await keepsPace(person)
  for (const { route: other, says } of beside) await GivenRoute.of(person.page, other, { says })
  return GivenRoute.of(person.page, route, 'waits')
}

type Look = { isPage?: boolean; isOutcome?: boolean }

async function looks(
  person: Person,
  name: string,
  sign: Sign,
  { isPage, isOutcome }: Look = {},
): Promise<void> {
  const place = typeof sign === 'function' ? sign(person) : person.page.getByText(sign)
  const shown = place.filter({ visible: true }).first()
  await expect(shown, name).toBeVisible()
  // Until it is known who is there, some pages are but a wait.
  await expect(person.page.locator('h1')).toBeVisible()
  if (isOutcome && typeof sign !== 'function')
    expect.soft(await isAnnounced(shown), `${name}: said to who does not see it`).toBe(true)
  await looksRight(person.page, name, { at: shown, ...(isPage && { isPage }) })
}

/** In a live region, or where the focus has gone. */
function isAnnounced(words: Locator): Promise<boolean> {
  return words.evaluate(
    (element) =>
      element.closest('[role=status], [role=alert], [aria-live]') !== null ||
      element.contains(document.activeElement),
  )
}

/** By the button that the state offers; what came by itself meanwhile offers none. */
async function retries(person: Person): Promise<void> {
  const place = (await person.dialog.isVisible()) ? person.dialog : person.main
  const button = place.getByRole('button', { name: /^(Réessayer|Actualiser)$/ })
  if (await button.first().isVisible()) await button.first().click()
}

/**
 * The page's waits pass at once (a query that failed is sent again after one and two seconds), and what ends by itself
 * stays: messages go after three and five seconds, calls after ten, and whoever looks closely needs longer.
 */
async function keepsPace(person: Person): Promise<void> {
  await person.context.addInitScript(() => {
    const stays = 600_000
    const wait = window.setTimeout
    const paces: Record<number, number> = { 1_000: 10, 2_000: 10, 3_000: stays, 5_000: stays }
    const paced = (handler: TimerHandler, ms = 0, ...rest: unknown[]) =>
      wait(handler, paces[ms] ?? ms, ...rest)
    Object.assign(window, { setTimeout: paced })
    const { timeout } = AbortSignal
    AbortSignal.timeout = () => timeout.call(AbortSignal, stays)
  })
}
