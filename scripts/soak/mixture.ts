import { drawFrom } from '../faults/draw.ts'
import type { Visitor, Visitors } from './people.ts'

/** One request of the mixture. `take` looks at its answer, for requests to come. */
export type Asked = {
  kind: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: object
  take?: (json: unknown) => void
}

/** What there is to ask for. */
export type Content = {
  chapterPath: string
  chapterApi: string
  /** Sizes in bytes. */
  documents: { id: string; size: number }[]
}

/**
 * How many of a hundred requests are of a kind: as students do who read, mark and keep a page open, with an owner at his
 * dashboard now and then.
 */
const WEIGHTS = {
  page: 20,
  list: 18,
  heartbeat: 20,
  session: 4,
  ticket: 8,
  bytes: 14,
  mark: 8,
  progress: 4,
  admin: 4,
} as const

const PAGES = ['/', '/science-math', '/sujets-bac/sm', '/premium', '/a-propos', '/config.json']
const LISTS = ['/api/subjects?track=SM', '/api/subjects?track=PC', '/api/videos']
const ADMIN = ['/api/admin/users', '/api/admin/audit', '/api/admin/activity', '/api/admin/resources']
/** Bytes that a viewer asks for at a time. */
const PART = 16 * 1024
/** Tickets die after two minutes. */
const KEPT_TICKETS = 40
const TICKET_LIFE_MS = 100_000

/** Draws requests without end. */
export function mixtureOf(
  { students, premium, owner }: Visitors,
  content: Content,
  random: () => number,
): () => Asked {
  const kinds = Object.entries(WEIGHTS).flatMap(([kind, weight]) =>
    Array.from({ length: weight }, () => kind as keyof typeof WEIGHTS),
  )
  const tickets: { url: string; size: number; until: number }[] = []
  let beats = 0

  /** By turns: every session is renewed well within its minute. */
  function nextStudent(): Visitor {
    const everybody = [...students, owner]
    beats += 1
    return everybody[beats % everybody.length] ?? owner
  }

  const as = ({ headers }: Visitor, kind: string, method: string, path: string): Asked => ({
    kind,
    method,
    path,
    headers,
  })

  function ticket(): Asked {
    const { id, size } = drawFrom(content.documents, random)
    return {
      ...as(drawFrom(premium, random), 'ticket', 'GET', `/api/files/${id}`),
      take: (json) => {
        tickets.push({ url: (json as { url: string }).url, size, until: Date.now() + TICKET_LIFE_MS })
        if (tickets.length > KEPT_TICKETS) tickets.shift()
      },
    }
  }

  function bytes(): Asked {
    const live = tickets.filter(({ until }) => until > Date.now())
    if (live.length === 0) return ticket()
    const { url, size } = drawFrom(live, random)
    const { pathname, search } = new URL(url)
    const start = Math.floor((random() * size) / PART) * PART
    const headers = { range: `bytes=${start}-${start + PART - 1}` }
    return { kind: 'bytes', method: 'GET', path: `${pathname}${search}`, headers }
  }

  function mark(): Asked {
    const marks = [
      { id: drawFrom(content.documents, random).id, mark: drawFrom(['done', 'review', null], random) },
    ]
    const path = content.chapterApi.replace('/chapters/', '/progress/')
    return { ...as(drawFrom(students, random), 'mark', 'PUT', path), body: { marks } }
  }

  const ask: Record<keyof typeof WEIGHTS, () => Asked> = {
    page: () => ({
      kind: 'page',
      method: 'GET',
      path: drawFrom([...PAGES, content.chapterPath], random),
    }),
    list: () => ({ kind: 'list', method: 'GET', path: drawFrom([...LISTS, content.chapterApi], random) }),
    heartbeat: () => as(nextStudent(), 'heartbeat', 'PUT', '/api/session/activity'),
    session: () => as(drawFrom(students, random), 'session', 'GET', '/api/session'),
    ticket,
    bytes,
    mark,
    progress: () => as(drawFrom(students, random), 'progress', 'GET', '/api/progress?track=SM'),
    admin: () => as(owner, 'admin', 'GET', drawFrom(ADMIN, random)),
  }
  return () => ask[drawFrom(kinds, random)]()
}

/** Reads from a running product what its pages lead to. */
export async function readContent(url: string): Promise<Content> {
  const [chapterPath, chapterApi] = ['/science-math/ondes/1', '/api/chapters/science-math/ondes/1']
  const response = await fetch(`${url}${chapterApi}`)
  const { items } = (await response.json()) as {
    items: { id: string; type: string; available: boolean; size: number | null }[]
  }
  const documents = items.flatMap(({ id, type, available, size }) =>
    available && type === 'pdf' && size !== null ? [{ id, size }] : [],
  )
  return { chapterPath, chapterApi, documents }
}
