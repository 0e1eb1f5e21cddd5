import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { RUNS } from '#shared/test-support/runs.ts'
import type { SearchEntry } from './search-file.ts'
import { createFind } from './search-index.ts'

const entryOf = (title: string, words = '', kind: SearchEntry['kind'] = 'chapter'): SearchEntry => ({
  kind,
  to: '/',
  track: TRACK_CODES[0],
  title,
  detail: null,
  words,
})
const anything = fc.string({ unit: 'binary', maxLength: 40 })
const things = fc.array(
  fc.tuple(anything, anything).map(([title, words]) => entryOf(title, words)),
  { maxLength: 12 },
)
const withoutAccents = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '')
const titles = (list: readonly SearchEntry[], query: string) =>
  createFind(list)(query).entries.map(({ title }) => title)

test('ignores case, accents and the order of words', () => {
  fc.assert(
    fc.property(things, fc.array(anything, { maxLength: 4 }), (list, words) => {
      const expected = titles(list, words.join(' ')).toSorted()
      expect(titles(list, withoutAccents(words.join(' '))).toSorted()).toEqual(expected)
      expect(titles(list, words.toReversed().join(' ')).toSorted()).toEqual(expected)
    }),
    RUNS,
  )
  const list = [entryOf('Électricité')]
  for (const query of ['électricité', 'ELECTRICITE', 'Électri'])
    expect(titles(list, query)).toEqual(['Électricité'])
})

test("begins with the student's track among equal matches, and hides no other", () => {
  const list = TRACK_CODES.map((track) => ({ ...entryOf('Dipôle RC'), track }))
  const exact = { ...entryOf('RC'), track: TRACK_CODES[0] }
  const own = TRACK_CODES.at(-1)
  const tracksOf = (query: string) =>
    createFind([...list, exact])(query, own).entries.map(({ track }) => track)
  expect(tracksOf('dipole')).toEqual([own, ...TRACK_CODES.slice(0, -1)])
  expect(tracksOf('rc').slice(0, 2)).toEqual([exact.track, own])
})

describe('sorts the best match first', () => {
  const list = [
    entryOf("L'atome et la mécanique de Newton", 'PC'),
    entryOf('Lois de Newton', 'PC'),
    entryOf('Chute verticale', 'mécanique newtonienne'),
    entryOf('Dipôle RL'),
    entryOf('Dipôle RLC libre'),
    entryOf('Onde'),
    entryOf('Bac 2023'),
    entryOf('Bac 2022'),
    entryOf("Étude d'une pile", 'seconde', 'exercise'),
    entryOf('Piles', '', 'chapter'),
    { ...entryOf('Projectile'), topics: 'Mécanique' },
    entryOf("Mouvement d'un projectile", '', 'exercise'),
    { ...entryOf('Tir au but', '', 'exercise'), topics: 'Projectile' },
    entryOf('Empilement', '', 'chapter'),
    entryOf('Une seconde'),
  ]
  test.each<[string, string[]]>([
    ['newton', ['Lois de Newton', "L'atome et la mécanique de Newton", 'Chute verticale']],
    ['ondes', ['Onde', 'Une seconde']],
    ['pile', ['Piles', 'Empilement', "Étude d'une pile"]],
    ['jectile', ['Projectile', "Mouvement d'un projectile", 'Tir au but']],
    ['VEMENT jectiles', ["Mouvement d'un projectile"]],
    // The exercise about a pile has the word only as a synonym, in which no part of a word is searched.
    ['econd', ['Une seconde']],
    ['neuton', ['Lois de Newton', "L'atome et la mécanique de Newton"]],
    ['la', []],
    ['', []],
  ])('%j finds %j', (query, expected) => {
    expect(titles(list, query)).toEqual(expected)
    expect(createFind(list)(query).isPartial).toBe(false)
  })

  test.each<[string, string[]]>([
    ['bac 2023 corrigé', ['Bac 2023']],
    ['bac 2024', ['Bac 2023', 'Bac 2022']],
    ['bac 1999 svt terminale', []],
    ['quantique', []],
  ])('%j finds %j at best', (query, expected) => {
    const { entries, isPartial } = createFind(list)(query)
    expect(entries.map(({ title }) => title)).toEqual(expected)
    expect(isPartial).toBe(expected.length > 0)
  })
})
