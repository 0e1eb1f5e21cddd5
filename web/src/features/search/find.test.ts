import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Findable, find, index, wordsOf } from './find.ts'

const anything = fc.string({ unit: 'binary', maxLength: 40 })
const things = fc.array(fc.record({ title: anything, otherWords: anything }), { maxLength: 12 })
const withoutAccents = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '')
const titles = (list: readonly Findable[], query: string) =>
  find(list.map(index), query).map(({ title }) => title)

describe('find', () => {
  test('returns only items of the list, for any query', () => {
    fc.assert(
      fc.property(things, anything, (list, query) => {
        for (const found of find(list.map(index), query)) expect(list).toContain(found)
      }),
    )
  })

  test('ignores case, accents and the order of words', () => {
    fc.assert(
      fc.property(things, fc.array(anything, { maxLength: 4 }), (list, words) => {
        const expected = titles(list, words.join(' '))
        expect(titles(list, withoutAccents(words.join(' ')))).toEqual(expected)
        expect(titles(list, words.toReversed().join(' '))).toEqual(expected)
      }),
    )
    const list = [{ title: 'Électricité', otherWords: '' }]
    for (const query of ['électricité', 'ELECTRICITE', 'Électri'])
      expect(titles(list, query)).toEqual(['Électricité'])
  })

  test('never finds more with another word', () => {
    const word = fc.stringMatching(/^[ab]{4}$/)
    const text = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '))
    const some = fc.array(fc.record({ title: text, otherWords: text }))
    fc.assert(
      fc.property(some, word, word, (list, one, other) => {
        for (const title of titles(list, `${one} ${other}`)) expect(titles(list, one)).toContain(title)
      }),
    )
  })

  test('finds an item by each of its words and by all of them', () => {
    fc.assert(
      fc.property(fc.record({ title: anything, otherWords: anything }), (thing) => {
        const words = wordsOf(`${thing.title} ${thing.otherWords}`)
        for (const word of words) expect(titles([thing], word)).toHaveLength(1)
        expect(titles([thing], words.join(' '))).toHaveLength(words.length > 0 ? 1 : 0)
      }),
    )
  })
})

describe('sorts the best match first', () => {
  const list = [
    { title: "L'atome et la mécanique de Newton", otherWords: 'PC' },
    { title: 'Lois de Newton', otherWords: 'PC' },
    { title: 'Lois de Newton', otherWords: 'SM' },
    { title: 'Chute verticale', otherWords: 'mécanique newtonienne' },
    { title: 'Dipôle RL', otherWords: '' },
    { title: 'Dipôle RLC libre', otherWords: '' },
    { title: 'Onde', otherWords: '' },
  ]
  test.each<[string, string[]]>([
    ['newton', ['Lois de Newton', 'Lois de Newton', "L'atome et la mécanique de Newton", 'Chute verticale']],
    ['newton sm', ['Lois de Newton']],
    ['rl', ['Dipôle RL', 'Dipôle RLC libre']],
    ['les lois de la newton', ['Lois de Newton', 'Lois de Newton']],
    ['ondes', ['Onde']],
    ['icale', ['Chute verticale']],
    ['ic', []],
    ['newton rotation', []],
    ['', []],
    ["  '- ", []],
  ])('%j finds %j', (query, expected) => {
    expect(titles(list, query)).toEqual(expected)
  })
})
