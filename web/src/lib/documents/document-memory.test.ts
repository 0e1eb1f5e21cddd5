import { beforeEach, expect, test } from 'vitest'
import { aProfile } from '#web/test/profiles.ts'
import { aTicket } from '#web/test/tickets.ts'
import { authStore } from '../auth/auth-state.ts'
import { keptExamsText } from '../kept-text.ts'
import { forgetDocument, rememberedBytes, rememberedTicket } from './document-memory.ts'

const MIB = 1024 * 1024

/** Remembers a whole document of this size. */
function readWhole(id: string, size = 1_000): void {
  const bytes = rememberedBytes(id, aTicket())
  bytes.total = size
  bytes.add(0, new Uint8Array(size))
}

const isRemembered = (id: string) => rememberedTicket(id) !== null

beforeEach(() => {
  authStore.dispatch({ type: 'ended' })
  for (const id of ['a', 'b', 'c']) forgetDocument(id)
})

test('the documents that were read longest ago are forgotten above 32 MiB', () => {
  for (const id of ['a', 'b']) readWhole(id, 12 * MIB)
  rememberedBytes('a', aTicket())
  readWhole('c', 12 * MIB)
  expect(['a', 'b', 'c'].map(isRemembered)).toEqual([true, false, true])
})

test.each([
  ['the account signs out', () => authStore.dispatch({ type: 'ended' })],
  ['an examination begins', () => keptExamsText.write('{}')],
])('everything is forgotten when %s', (_, event) => {
  authStore.dispatch({ type: 'remembered', profile: aProfile() })
  readWhole('a')
  authStore.dispatch({ type: 'troubled', trouble: 'offline' })
  expect(isRemembered('a')).toBe(true)
  event()
  expect(isRemembered('a')).toBe(false)
})
