import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { RUNS } from '#shared/test-support/runs.ts'
import { unsentMarksText } from '#web/lib/browser-storage.ts'
import { forgetSentMarks, keepUnsent, unsentChapters } from './unsent-marks.ts'

const first = { track: 'SM', theme: 'ondes', chapter: 1 } as const
const second = { track: 'PC', theme: 'ondes', chapter: 1 } as const

beforeEach(() => unsentMarksText.write(null))

test('keeps the last change of each document, chapter by chapter', () => {
  keepUnsent('a', first, { id: 'x', mark: 'done' })
  keepUnsent('a', second, { id: 'x', mark: 'done' })
  keepUnsent('a', first, { id: '__proto__', mark: 'review' })
  keepUnsent('a', first, { id: 'x', mark: null })
  expect(unsentChapters('a')).toEqual([
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
  const [sent] = unsentChapters('a')
  keepUnsent('a', first, { id: 'y', mark: 'review' })
  if (sent) forgetSentMarks('a', sent)
  expect(unsentChapters('a')).toEqual([{ ...first, changes: [{ id: 'y', mark: 'review' }] }])
  forgetSentMarks('a', { ...first, changes: [{ id: 'y', mark: 'review' }] })
  expect(unsentMarksText.read()).toBeNull()
})

test('keeps the changes of one account only, the last that marked something', () => {
  keepUnsent('a', first, { id: 'x', mark: 'done' })
  expect(unsentChapters('b')).toEqual([])
  keepUnsent('b', second, { id: 'y', mark: 'done' })
  expect(unsentChapters('a')).toEqual([])
  expect(unsentChapters('b')).toHaveLength(1)
})

test('ignores and replaces stored text that it cannot read', () => {
  const text = fc.oneof(fc.string(), fc.json(), fc.constant('{"account":"a","chapters":[{}]}'))
  fc.assert(
    fc.property(text, (kept) => {
      unsentMarksText.write(kept)
      expect(unsentChapters('a')).toEqual([])
      keepUnsent('a', first, { id: 'x', mark: 'done' })
      expect(unsentChapters('a')).toEqual([{ ...first, changes: [{ id: 'x', mark: 'done' }] }])
    }),
    RUNS,
  )
})
