import { Blob as NodeBlob } from 'node:buffer'
import { beforeEach, expect, test, vi } from 'vitest'
import type { FileTicket } from '#shared/contract/files.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { noNetwork, problem } from '#web/test/answers.ts'
import { aTicket } from '#web/test/tickets.ts'
import { createTicketSource, fetchSigned } from './tickets.ts'

const FILE = Uint8Array.from({ length: 1_000 }, (_, index) => index % 251)

/** The fault of one request. */
type Fault = 'refused address' | 'reset' | Response

/** Fakes a server of one file with faults for its first requests, in order. @returns the addresses that are asked for */
function aServer(faults: Fault[] = []): string[] {
  const asked: string[] = []
  vi.stubGlobal('Blob', NodeBlob)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(url)
    const fault = faults.shift() ?? null
    init.signal?.throwIfAborted()
    if (fault instanceof Response) return fault
    if (fault === 'reset') throw noNetwork
    if (fault === 'refused address') return new Response('<Error/>', { status: 403 })
    return new Response(FILE)
  })
  return asked
}

function aReader(next: FileTicket | Error = aTicket({ url: '/files/new' })) {
  const request = vi.fn(async () => {
    if (next instanceof Error) throw next
    return next
  })
  const source = createTicketSource(aTicket({ expiresAt: '2026-01-01T00:02:00Z' }), request)
  const read = async () => {
    const file = await fetchSigned(source, ({ url }) => url)
    return new Uint8Array(await file.arrayBuffer())
  }
  return { request, read }
}

/** Advances the clock past every delay. */
async function settled<T>(reading: Promise<T>): Promise<unknown> {
  const outcome = reading.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  return outcome
}

const notFound = () => problem('NOT_FOUND')

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z') }))

const bad = (status: number) => new Response('', { status })
test.each<{ fault: string; faults: Fault[]; renewed: number }>([
  { fault: 'a reset', faults: ['reset'], renewed: 0 },
  { fault: '502, 503, 504', faults: [bad(502), bad(503), bad(504)], renewed: 0 },
  { fault: 'an expired address', faults: ['refused address'], renewed: 1 },
  { fault: 'an outdated version', faults: [notFound()], renewed: 1 },
])('returns the file after $fault', async ({ faults, renewed }) => {
  const requests = faults.length + 1
  const asked = aServer(faults)
  const { read, request } = aReader()
  expect(await settled(read())).toEqual(FILE)
  expect(asked).toHaveLength(requests)
  expect(request).toHaveBeenCalledTimes(renewed)
})

type Loss = { fault: string; faults: Fault[]; ticket?: FileTicket | Error; outcome: object; requests: number }

test.each<Loss>([
  {
    fault: 'a source that fails',
    faults: Array.from({ length: 9 }, () => bad(502)),
    outcome: { kind: 'failing', status: 502 },
    requests: 5,
  },
  {
    fault: 'the loss of Premium',
    faults: ['refused address'],
    ticket: failure(403, 'PREMIUM_REQUIRED'),
    outcome: { kind: 'refused', code: 'PREMIUM_REQUIRED' },
    requests: 1,
  },
  {
    fault: 'another version',
    faults: [notFound()],
    ticket: aTicket({ version: '2' }),
    outcome: { name: 'DocumentReplaced' },
    requests: 1,
  },
])('rejects after $fault', async ({ faults, ticket, outcome, requests }) => {
  const asked = aServer(faults)
  expect(await settled(aReader(ticket).read())).toMatchObject(outcome)
  expect(asked).toHaveLength(requests)
})

test('tickets are renewed before they expire, once for parallel reads', async () => {
  const asked = aServer()
  const { read, request } = aReader()
  await read()
  vi.setSystemTime(Date.now() + 116_000)
  request.mockResolvedValue(aTicket({ url: '/files/new', expiresAt: '2026-01-01T00:04:00Z' }))
  await Promise.all([read(), read()])
  await read()
  expect(request).toHaveBeenCalledOnce()
  expect(asked).toEqual([aTicket().url, '/files/new', '/files/new', '/files/new'])
})

function failure(status: number, code: string): ApiFailure {
  const words = { type: '', title: '', detail: '', requestId: '', status, code }
  return new ApiFailure('refused', { status, problem: words })
}
