import { Blob as NodeBlob } from 'node:buffer'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, networkAnswers } from '#web/test/answers.ts'
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

/** Fakes the API's ticket, then a file of 2.5 MiB. */
function aServer(mode: 'stream' | 'embed') {
  vi.stubGlobal('Blob', NodeBlob)
  const ticket = aTicket({ mode, fileName: 'Bac-SM-2023-Normale.pdf', size: FILE.length })
  const headers = { 'content-type': 'application/pdf' }
  return networkAnswers(json(ticket), new Response(FILE, { headers }))
}

test('fetches a document, reports progress and saves it under its name', async () => {
  const sent = aServer('stream')
  const shares: number[] = []
  await saveDocument('bac-SM-2023-Normale', (share) => shares.push(share))
  expect(sent).toHaveLength(2)
  expect(shares.at(-1)).toBe(1)
  expect(clicked[0]?.download).toBe('Bac-SM-2023-Normale.pdf')
  expect(saved[0]).toMatchObject({ size: FILE.length, type: 'application/pdf' })
})

test('opens Drive in embed mode', async () => {
  const sent = aServer('embed')
  await saveDocument('bac-SM-2023-Normale', () => {})
  expect(sent).toHaveLength(1)
  expect(clicked[0]).toMatchObject({ target: '_blank' })
  expect(clicked[0]?.getAttribute('href')).toBe(aTicket().url)
})
