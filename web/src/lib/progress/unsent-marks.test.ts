import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { forgetSent, keepUnsent, unsentOf } from './unsent-marks.ts'
import { readUnsent, writeUnsent } from './unsent-storage.ts'

const first = { track: 'SM', theme: 'ondes', chapter: 1 } as const
const second = { track: 'PC', theme: 'ondes', chapter: 1 } as const

beforeEach(() => writeUnsent(null))

test('keeps the last change of each document, chapter by chapter', () => {
  keepUnsent('a', first, { id: 'x', mark: 'done' })
  keepUnsent('a', second, { id: 'x', mark: 'done' })
  keepUnsent('a', first, { id: '__proto__', mark: 'review' })
  keepUnsent('a', first, { id: 'x', mark: null })
  expect(unsentOf('a')).toEqual([
    { ...second, changes: [{ id: 'x', mark: 'done' }] },
    {
      ...first,
      changes: [
        { id: '__proto__', mark: 'review' },
        { id: 'x', mark: null },
      ],
    },
  ])
})

test('forgets what was sent, but not what has changed since', () => {
  keepUnsent('a', first, { id: 'x', mark: 'done' })
  keepUnsent('a', first, { id: 'y', mark: 'done' })
  const [sent] = unsentOf('a')
  keepUnsent('a', first, { id: 'y', mark: 'review' })
  if (sent) forgetSent('a', sent)
  expect(unsentOf('a')).toEqual([{ ...first, changes: [{ id: 'y', mark: 'review' }] }])
  forgetSent('a', { ...first, changes: [{ id: 'y', mark: 'review' }] })
  expect(readUnsent()).toBeNull()
})

test('another account has nothing, and what it keeps takes the place', () => {
  keepUnsent('a', first, { id: 'x', mark: 'done' })
  expect(unsentOf('b')).toEqual([])
  keepUnsent('b', second, { id: 'y', mark: 'done' })
  expect(unsentOf('a')).toEqual([])
  expect(unsentOf('b')).toHaveLength(1)
})

test('whatever stands there, reading and keeping work', () => {
  const text = fc.oneof(fc.string(), fc.json(), fc.constant('{"account":"a","chapters":[{}]}'))
  fc.assert(
    fc.property(text, (kept) => {
      writeUnsent(kept)
      expect(unsentOf('a')).toEqual([])
      keepUnsent('a', first, { id: 'x', mark: 'done' })
      expect(unsentOf('a')).toEqual([{ ...first, changes: [{ id: 'x', mark: 'done' }] }])
    }),
  )
})
