import { beforeEach, expect, test, vi } from 'vitest'
import { json } from '#web/test/answers.ts'
import { aTicket } from '#web/test/tickets.ts'
import { saveDocument } from './save-document.ts'

const MIB = 1024 * 1024
const FILE = new Uint8Array(2.5 * MIB).fill(7)

let clicked: HTMLAnchorElement[] = []
let saved: Blob[] = []

beforeEach(() => {
  clicked = []
  saved = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this)
  })
  // jsdom has no addresses for bytes.
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:1') }))
})

/** Fakes the API's ticket, then a file of 2.5 MiB by ranges. */
function aServer(mode: 'stream' | 'embed') {
  const ranges: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.startsWith('/api/')) return json(aTicket({ mode, fileName: 'Bac-SM-2023-Normale.pdf' }))
    const range = new Headers(init.headers).get('range') ?? ''
    ranges.push(range)
    const [begin = 0, last = 0] = (range.match(/\d+/g) ?? []).map(Number)
    const part = FILE.slice(begin, last + 1)
    return new Response(part, {
      status: 206,
      headers: { 'content-range': `bytes ${begin}-${begin + part.length - 1}/${FILE.length}`, etag: '"1"' },
    })
  })
  return ranges
}

test('fetches a document by the mebibyte, reports progress and saves it under its name', async () => {
  const ranges = aServer('stream')
  const shares: number[] = []
  await saveDocument('bac-SM-2023-Normale', (share) => shares.push(share))
  expect(ranges).toEqual([
    `bytes=0-${MIB - 1}`,
    `bytes=${MIB}-${2 * MIB - 1}`,
    `bytes=${2 * MIB}-${3 * MIB - 1}`,
  ])
  expect(shares.at(-1)).toBe(1)
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  expect(clicked[0]?.download).toBe('Bac-SM-2023-Normale.pdf')
  expect(saved[0]).toMatchObject({ size: FILE.length, type: 'application/pdf' })
})

test('opens Drive in embed mode', async () => {
  const ranges = aServer('embed')
  await saveDocument('bac-SM-2023-Normale', () => {})
  expect(ranges).toEqual([])
  expect(clicked[0]).toMatchObject({ target: '_blank' })
  expect(clicked[0]?.getAttribute('href')).toBe(aTicket().url)
})
