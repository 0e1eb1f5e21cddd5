import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RUNS } from '#shared/test-support/runs.ts'
import { packWords, unpackWords } from './packed-words.ts'

test('unpacks what was packed', () => {
  const word = fc.stringMatching(/^[a-c0-9é]{1,14}$/)
  const lists = fc.array(fc.uniqueArray(word, { minLength: 1, maxLength: 8 }), {
    minLength: 1,
    maxLength: 90,
  })
  fc.assert(
    fc.property(lists, (packed) => {
      expect(unpackWords(packWords(packed))).toEqual(packed.map((words) => words.toSorted()))
    }),
    RUNS,
  )
  const far = Array.from({ length: 3_000 }, (_, list) => (list % 1_500 === 1_499 ? ['onde'] : []))
  const unpacked = unpackWords(packWords(far))
  expect(Object.keys(unpacked)).toEqual(['1499', '2999'])
})

test('writes what words share once', () => {
  expect(packWords([['acide', 'acier'], ['acide'], [], ['pile']])).toEqual({
    words: '0acide 3er 0pile',
    lists: 'AB A D',
  })
  expect(unpackWords({ words: '', lists: '' })).toEqual([])
})
