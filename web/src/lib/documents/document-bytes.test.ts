import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Ticket } from '#shared/contract/files.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { noNetwork, problem } from '#web/test/answers.ts'
import { aTicket } from '#web/test/tickets.ts'
import { createDocumentBytes, type Delay } from './document-bytes.ts'
import { createTicketSource, DocumentReplaced } from './tickets.ts'

const FILE = Uint8Array.from({ length: 1_000 }, (_, index) => index % 251)

type Asked = { url: string; range: string; ifRange: string | null }
/** The fault of one request. */
type Fault = 'cut' | 'refused address' | 'reset' | Response

/** Fakes a server of one file with faults for its first requests, in order. */
function aServer(faults: (Fault | null)[] = [], { longest = FILE.length, etag = '"1"' } = {}) {
  const asked: Asked[] = []
  const server = { asked, etag, bytes: FILE }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    asked.push({ url, range: headers.get('range') ?? '', ifRange: headers.get('if-range') })
    const fault = faults.shift() ?? null
    init.signal?.throwIfAborted()
    if (fault instanceof Response) return fault
    if (fault === 'reset') throw noNetwork
    if (fault === 'refused address') return new Response('<Error/>', { status: 403 })
    if (headers.has('if-range') && headers.get('if-range') !== server.etag)
      return new Response(server.bytes, { headers: { etag: server.etag } })
    const [begin = 0, end = 0] = (headers.get('range')?.match(/\d+/g) ?? []).map(Number)
    const part = server.bytes.slice(begin, Math.min(end + 1, begin + longest))
    return new Response(fault === 'cut' ? cutOff(part) : part, {
      status: 206,
      headers: {
        'content-range': `bytes ${begin}-${begin + part.length - 1}/${server.bytes.length}`,
        etag: server.etag,
      },
    })
  })
  return server
}

/** Returns half of the bytes, then the connection breaks. */
function cutOff(part: Uint8Array): ReadableStream<Uint8Array> {
  let isBegun = false
  return new ReadableStream({
    pull(controller) {
      if (isBegun) controller.error(new TypeError('network error'))
      else controller.enqueue(part.slice(0, part.length / 2))
      isBegun = true
    },
  })
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

describe('reading', () => {
  test('returns the requested range and learns the size of the document', async () => {
    const { asked } = aServer()
    const { bytes } = aReader()
    expect(bytes.total()).toBeNull()
    expect(await bytes.read(100, 300)).toEqual(FILE.slice(100, 300))
    expect(bytes.total()).toBe(1_000)
    expect(await bytes.read(900, 2_000)).toEqual(FILE.slice(900))
    expect(asked.map(({ range }) => range)).toEqual(['bytes=100-299', 'bytes=900-1999'])
    expect(asked.map(({ ifRange }) => ifRange)).toEqual([null, '"1"'])
  })
})

describe('transient failures', () => {
  const bad = (status: number) => new Response('', { status })
  test.each<{ fault: string; faults: Fault[]; ranges: string[]; renewed: number }>([
    { fault: 'a reset', faults: ['reset'], ranges: ['0-999', '0-999'], renewed: 0 },
    { fault: 'a cut', faults: ['cut'], ranges: ['0-999', '500-999'], renewed: 0 },
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

  test('waits while the device is offline and continues where it was interrupted', async () => {
    const { asked } = aServer(['cut', ...Array.from({ length: 50 }, () => 'reset' as const)])
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const delays: (Delay | null)[] = []
    const reading = aReader().bytes.read(0, 1_000, { onDelay: (delay) => delays.push(delay) })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(delays.at(-1)).toBe('offline')
    expect(asked.length).toBeLessThan(25)
    const after = aServer()
    online.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    expect(await settled(reading)).toEqual(FILE)
    expect(delays.at(-1)).toBeNull()
    expect(after.asked.map(({ range }) => range)).toEqual(['bytes=500-999'])
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
      fault: 'an edge that refuses every address',
      faults: many(() => 'refused address'),
      tickets: [],
      outcome: { kind: 'failing', status: 403 },
      requests: 2,
    },
    {
      fault: 'a file that Drive has lost',
      faults: many(() => refused(404, 'DOCUMENT_UNAVAILABLE')),
      tickets: [],
      outcome: { kind: 'refused', code: 'DOCUMENT_UNAVAILABLE' },
      requests: 2,
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

  test('rejects when the file changes under the same version', async () => {
    const server = aServer()
    const { bytes } = aReader()
    await bytes.read(0, 500)
    server.etag = '"2"'
    expect(await settled(bytes.read(500, 1_000))).toBeInstanceOf(DocumentReplaced)
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
