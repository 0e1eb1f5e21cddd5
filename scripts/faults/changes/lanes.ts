import { subjectId } from '#shared/entities/subject.ts'
import { drawFrom } from '../draw.ts'
import type { Model } from '../ledger/model.ts'
import type { Sent } from './accounting.ts'
import type { Serial } from './accounts.ts'
import { type Change, type ChangeKind, FILE, IMPORT_PLACE, type ImportLine } from './changes.ts'

/** One of several owners' hands at work at once. What a lane changes no other lane touches, so that its order is known. */
export type Lane = {
  number: number
  /** The addresses that it gives Premium to, blocks and deletes. */
  emails: string[]
}

/** An account more than these stays in each lane, however many are deleted. */
const KEPT_ACCOUNTS = 1
const OLDEST_YEAR = 2008
const YEARS_OF_LANE = 3
/** One lane imports: its files say of a resource what it is, so that two at once would undo each other's work. */
const IMPORTING_LANE = 0
const IMPORT_YEARS = ['2011', '2012', '2013', '2014', '2015', '2016']

/** How much likelier than others some kinds are: those of several steps, and the one that a single lane makes. */
const WEIGHTS: Partial<Record<ChangeKind, number>> = {
  blockEmail: 2,
  unblockEmail: 2,
  deleteUser: 2,
  importResources: 6,
}

type Draw = { stood: Model; lane: Lane; random: () => number; serial: Serial }

/** A change that can be made to what stands, of one of the given kinds; null: there is none. */
export function drawChange(kinds: readonly ChangeKind[], draw: Draw): Change | null {
  const possible = kinds.flatMap((kind) => {
    const change = changeOf[kind](draw)
    return change === null ? [] : Array.from({ length: WEIGHTS[kind] ?? 1 }, () => change)
  })
  return possible.length === 0 ? null : drawFrom(possible, draw.random)
}

const changeOf: Record<ChangeKind, (draw: Draw) => Change | null> = {
  setPremium: (draw) => {
    const user = pick(accountsOf(draw, 'open'), draw)
    if (!user) return null
    const { random, serial } = draw
    const payment = { amount: 250, means: 'Virement', reference: `R-${serial()}` }
    const isPremium = random() < 0.6
    const isPaid = isPremium && random() < 0.5
    return { kind: 'setPremium', ...user, isPremium, ...(isPaid && { payment }) }
  },
  blockEmail: (draw) => {
    const email = pick(
      draw.lane.emails.filter((each) => !draw.stood.blocks.has(each)),
      draw,
    )
    return email === null ? null : { kind: 'blockEmail', email, reason: `Fraude ${draw.serial()}` }
  },
  unblockEmail: (draw) => {
    const email = pick(
      draw.lane.emails.filter((each) => draw.stood.blocks.has(each)),
      draw,
    )
    return email === null ? null : { kind: 'unblockEmail', email }
  },
  deleteUser: (draw) => {
    const accounts = accountsOf(draw, 'any')
    const user = accounts.length > KEPT_ACCOUNTS ? pick(accounts, draw) : null
    return user && { kind: 'deleteUser', ...user }
  },
  // Nobody here has a session to lose; sent by the replays alone.
  releaseSession: () => null,
  syncUsers: () => ({ kind: 'syncUsers' }),
  addSubject: (draw) => {
    const key = drawSubject(draw)
    const replace = draw.stood.subjects.has(subjectId(key)) || draw.random() < 0.5
    return { kind: 'addSubject', key, file: `${FILE}-${draw.serial()}`, replace }
  },
  deleteSubject: (draw) => {
    const key = drawSubject(draw)
    return draw.stood.subjects.has(subjectId(key)) ? { kind: 'deleteSubject', key } : null
  },
  addResource: ({ lane, serial, random }) => {
    const text = { title: `${titleOf(lane)} ${serial()}`, description: '', year: drawYear(random) }
    return { kind: 'addResource', text }
  },
  updateResource: (draw) => {
    const found = pick(createResources(draw), draw)
    if (!found) return null
    const text = { title: found.title, description: `Version ${draw.serial()}`, year: drawYear(draw.random) }
    return { kind: 'updateResource', id: found.id, text }
  },
  deleteResource: (draw) => {
    const found = pick(createResources(draw), draw)
    return found && { kind: 'deleteResource', ...found }
  },
  importResources: ({ lane, random, serial }) => {
    if (lane.number !== IMPORTING_LANE) return null
    const start = Math.floor(random() * (IMPORT_YEARS.length - 2))
    const years = IMPORT_YEARS.slice(start, start + 1 + Math.floor(random() * 3))
    const lines = years.map(
      (year): ImportLine => ({
        year,
        session: 'Normale',
        title: `Fichier ${serial()} de ${year}`,
      }),
    )
    return { kind: 'importResources', lines }
  },
}

/** Whether every imported place holds what the last import brought there; one that broke off may have been made or not. */
export function importFaults(sent: readonly Sent[], found: Model): string[] {
  const possible = new Map<string, string[]>()
  for (const { change, outcome } of sent) {
    if (change.kind !== 'importResources') continue
    for (const { year, title } of change.lines) {
      if (outcome === 'done') possible.set(year, [title])
      else possible.get(year)?.push(title)
    }
  }
  const imported = [...found.resources.values()].filter((each) => each?.track === IMPORT_PLACE.track)
  return [...possible].flatMap(([year, titles]) => {
    const there = imported.filter((each) => each?.year === year).map((each) => String(each?.title))
    const isRight = there.length === 1 && titles.includes(there[0] ?? '')
    return isRight
      ? []
      : [`imported ${year}: ${JSON.stringify(there)} instead of one of ${JSON.stringify(titles)}`]
  })
}

function accountsOf({ stood, lane }: Draw, which: 'open' | 'any') {
  return lane.emails.flatMap((email) => {
    const user = stood.users.get(email)
    const isMeant = user && user.id !== null && (which === 'any' || !user.isBlocked)
    return isMeant ? [{ email, userId: user.id ?? '' }] : []
  })
}

function drawSubject({ lane, random }: Draw) {
  const year = String(OLDEST_YEAR + lane.number * YEARS_OF_LANE + Math.floor(random() * YEARS_OF_LANE))
  return { track: 'SVT', year, session: drawFrom(['Normale', 'Rattrapage'] as const, random) } as const
}

function createResources({ stood, lane }: Draw) {
  return [...stood.resources].flatMap(([id, values]) => {
    const title = String(values?.title)
    return title.startsWith(`${titleOf(lane)} `) ? [{ id, title }] : []
  })
}

const titleOf = ({ number }: Lane) => `Fiche de la main ${number}`

function drawYear(random: () => number): string {
  return String(OLDEST_YEAR + Math.floor(random() * 18))
}

function pick<T>(choices: readonly T[], { random }: Draw): T | null {
  return choices.length === 0 ? null : drawFrom(choices, random)
}
