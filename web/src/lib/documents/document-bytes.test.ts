import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Ticket } from '#shared/contract/files.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { noNetwork, problem } from '#web/test/answers.ts'
import { aTicket } from '#web/test/tickets.ts'
import { createDocumentBytes } from './document-bytes.ts'
import { createTicketSource } from './tickets.ts'

const FILE = Uint8Array.from({ length: 1_000 }, (_, index) => index % 251)

type Asked = { url: string; range: string }
/** The fault of one request. */
type Fault = 'refused address' | 'reset' | Response

/** Fakes a server of one file with faults for its first requests, in order. */
function aServer(faults: Fault[] = []) {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    asked.push({ url, range: headers.get('range') ?? '' })
    const fault = faults.shift() ?? null
    init.signal?.throwIfAborted()
    if (fault instanceof Response) return fault
    if (fault === 'reset') throw noNetwork
    if (fault === 'refused address') return new Response('<Error/>', { status: 403 })
    const [begin = 0, end = 0] = (headers.get('range')?.match(/\d+/g) ?? []).map(Number)
    const part = FILE.slice(begin, end + 1)
    return new Response(part, {
      status: 206,
      headers: {
        'content-range': `bytes ${begin}-${begin + part.length - 1}/${FILE.length}`,
        etag: '"1"',
      },
    })
  })
  return { asked }
}

function aReader(tickets: (Ticket | Error)[] = []) {
  const request = vi.fn(async () => {
    const next = tickets.shift() ?? aTicket({ url: '/files/new' })
    if (next instanceof Error) throw next
    return next
  })
  return { request, bytes: createDocumentBytes(createTicketSource(aTicket(), request)) }
}

/** Advances the clock past every delay. */
async function settled<T>(reading: Promise<T>): Promise<unknown> {
  const outcome = reading.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  return outcome
}

const refused = (status: number, code: string) => problem(code as 'NOT_FOUND', { status })

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z') }))

describe('transient failures', () => {
  const bad = (status: number) => new Response('', { status })
  test.each<{ fault: string; faults: Fault[]; ranges: string[]; renewed: number }>([
    { fault: 'a reset', faults: ['reset'], ranges: ['0-999', '0-999'], renewed: 0 },
    {
      fault: '502, 503, 504',
      faults: [bad(502), bad(503), bad(504)],
      ranges: ['0', '0', '0', '0'],
      renewed: 0,
    },
    { fault: 'an expired address', faults: ['refused address'], ranges: ['0-999', '0-999'], renewed: 1 },
    { fault: 'an outdated version', faults: [refused(404, 'NOT_FOUND')], ranges: ['0', '0'], renewed: 1 },
  ])('returns all bytes after $fault', async ({ faults, ranges, renewed }) => {
    const { asked } = aServer(faults)
    const { bytes, request } = aReader()
    expect(await settled(bytes.read(0, 1_000))).toEqual(FILE)
    expect(asked.map(({ range }) => range)).toEqual(
      ranges.map((range) => expect.stringContaining(`bytes=${range}`)),
    )
    expect(request).toHaveBeenCalledTimes(renewed)
  })
})

describe('permanent failures', () => {
  const many = <T>(fault: () => T) => Array.from({ length: 9 }, fault)
  test.each<{
    fault: string
    faults: Fault[]
    tickets: (Ticket | Error)[]
    outcome: object
    requests: number
  }>([
    {
      fault: 'a source that fails',
      faults: many(() => new Response('', { status: 502 })),
      tickets: [],
      outcome: { kind: 'failing', status: 502 },
      requests: 5,
    },
    {
      fault: 'the loss of Premium',
      faults: ['refused address'],
      tickets: [failure(403, 'PREMIUM_REQUIRED')],
      outcome: { kind: 'refused', code: 'PREMIUM_REQUIRED' },
      requests: 1,
    },
    {
      fault: 'another version',
      faults: [refused(404, 'NOT_FOUND')],
      tickets: [aTicket({ version: '2' })],
      outcome: { name: 'DocumentReplaced' },
      requests: 1,
    },
  ])('rejects after $fault', async ({ faults, tickets, outcome, requests }) => {
    const { asked } = aServer(faults)
    const { bytes } = aReader(tickets)
    expect(await settled(bytes.read(0, 1_000))).toMatchObject(outcome)
    expect(asked).toHaveLength(requests)
  })
})

describe('tickets', () => {
  test('are renewed before they expire, once for parallel reads', async () => {
    const { asked } = aServer()
    const { bytes, request } = aReader()
    await bytes.read(0, 10)
    vi.setSystemTime(Date.now() + 116_000)
    request.mockResolvedValue(aTicket({ url: '/files/new', expiresAt: '2026-01-01T00:04:00Z' }))
    await Promise.all([bytes.read(10, 20), bytes.read(20, 30)])
    await bytes.read(30, 40)
    expect(request).toHaveBeenCalledOnce()
    expect(asked.map(({ url }) => url)).toEqual([aTicket().url, '/files/new', '/files/new', '/files/new'])
  })
})

function failure(status: number, code: string): ApiFailure {
  const words = { type: '', title: '', detail: '', requestId: '', status, code }
  return new ApiFailure('refused', { status, problem: words })
}
