import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { RUNS } from '#shared/test-support/runs.ts'
import { aProfile } from '#web/test/profiles.ts'
import { aTicket } from '#web/test/tickets.ts'
import { authStore } from '../auth/auth-state.ts'
import { keptExamsText } from '../kept-text.ts'
import { forgetDocument, rememberedBytes, rememberedTicket } from './document-memory.ts'

/** Remembers a whole document of this size. */
function readWhole(id: string, size = 1_000): void {
  const bytes = rememberedBytes(id, aTicket())
  bytes.total = size
  bytes.add(0, new Uint8Array(size))
}

const isRemembered = (id: string) => rememberedTicket(id) !== null

beforeEach(() => {
  authStore.dispatch({ type: 'ended' })
  for (const id of ['a', 'b', 'c', 'large']) forgetDocument(id)
})

describe('the bytes of a document', () => {
  test('are those that arrived, whatever their order and overlap', () => {
    const size = 60
    const file = Uint8Array.from({ length: size }, (_, index) => index + 1)
    const range = fc
      .tuple(fc.nat(size), fc.nat(size))
      .map(([one, other]) => [Math.min(one, other), Math.max(one, other)])
    fc.assert(
      fc.property(fc.array(range, { maxLength: 8 }), range, (arrived, [begin = 0, end = 0]) => {
        forgetDocument('a')
        const bytes = rememberedBytes('a', aTicket())
        bytes.total = size
        const isKnown = new Set<number>()
        for (const [from = 0, to = 0] of arrived.filter(([one, other]) => one !== other)) {
          bytes.add(from, file.slice(from, to))
          for (let at = from; at < to; at += 1) isKnown.add(at)
        }
        let until = begin
        while (until < end && isKnown.has(until)) until += 1
        expect(bytes.take(begin, end)).toEqual(file.slice(begin, until))
        let next = begin + 1
        while (next < end && !(isKnown.has(next) && !isKnown.has(next - 1))) next += 1
        expect(bytes.nextKnown(begin, end)).toBe(Math.max(begin, Math.min(next, end)))
      }),
      RUNS,
    )
  })

  test('begin anew with another version', () => {
    readWhole('a')
    expect(rememberedBytes('a', aTicket({ version: '2' })).total).toBeNull()
  })
})

describe('the memory', () => {
  test.each([
    ['the account signs out', () => authStore.dispatch({ type: 'ended' })],
    ['an examination begins', () => keptExamsText.write('{}')],
  ])('forgets everything when %s', (_, event) => {
    authStore.dispatch({ type: 'remembered', profile: aProfile() })
    readWhole('a')
    authStore.dispatch({ type: 'troubled', trouble: 'offline' })
    expect(isRemembered('a')).toBe(true)
    event()
    expect(isRemembered('a')).toBe(false)
  })
})
