import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { subjectId, subjectYears } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { tellingWords } from '#shared/domain/practice/statement-words.ts'
import { sampleExercise } from '#shared/entities/samples.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { searchFile, statementsFile } from './search-entries.ts'
import { createFindInTexts } from './search-index.ts'
import { statements, subjects } from './test-support/statements.ts'

const nothing = { exercises: new Map(), chapters: {}, sheets: new Map(), videos: [] }
const find = await createFindInTexts(
  searchFile({ ...nothing, subjects }).entries,
  statementsFile({ ...nothing, subjects, statements }),
)
const placeOf = (to: string) => /sujets-bac\/(.*)\?exercice=(\d)/.exec(to)?.slice(1).join(' ') ?? to

test.each([
  ['pendule de torsion', 'sm/2023-normale 4'],
  ['constante de torsion tige', 'sm/2023-normale 4'],
  ['aspirine pKa', 'sm/2023-normale 1'],
  ['acide acétylsalicylique', 'sm/2023-normale 1'],
  ['pile nickel cadmium', 'sm/2023-normale 1'],
  ['cuve à ondes stroboscope', 'sm/2023-normale 2'],
  ['résonance bande passante', 'sm/2023-normale 3'],
  ['spectromètre de masse', 'sm/2023-normale 4'],
  ['odeur de banane', 'sm/2022-rattrapage 1'],
  ['électrolyse magnésium', 'sm/2022-rattrapage 1'],
  ['carbone 14', 'sm/2022-rattrapage 2'],
  ['saut à skis tremplin', 'sm/2022-rattrapage 4'],
  ['pendule pesant', 'sm/2022-rattrapage 4'],
  ['degré dornic', 'pc/2023-normale 1'],
  ['argenture cuillere', 'pc/2023-normale 1'],
  ['sonar', 'pc/2023-normale 2'],
  ['détecteur de crête', 'pc/2023-normale 3'],
  ['bille glycérine', 'pc/2023-normale 4'],
  ['satellite géostationnaire', 'pc/2023-normale 4'],
  ['geostationaire', 'pc/2023-normale 4'],
])('%j finds %s first or second', (query, expected) => {
  expect(
    find(query)
      .entries.slice(0, 2)
      .map(({ to }) => placeOf(to)),
  ).toContain(expected)
})

test.each([
  ['lor', true],
  ['lo', false],
  ['ph', true],
])('%j finds by the texts of statements: %s', (query, isFound) => {
  const place = query === 'ph' ? 'sm/2023-normale 1' : 'sm/2023-normale 4'
  expect(
    find(query)
      .entries.map(({ to }) => placeOf(to))
      .includes(place),
  ).toBe(isFound)
})

/** Words of 540 exercises, made of syllables: some are in most exercises, and most in a few, as in real papers. */
function manyStatements() {
  let state = 1
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const syllables =
    'con tra pro mag ne ti que ra dio lo gie sa on ef fi ca ce hy dro li se tem pe ture vol ta ge'.split(' ')
  const syllable = () => syllables[Math.floor(random() * syllables.length)] ?? ''
  const vocabulary = Array.from({ length: 9_000 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join(''),
  )
  // The n-th word is n times rarer than the first.
  const word = () => vocabulary[Math.floor(vocabulary.length ** random())] ?? ''
  const exercises = manyPapers.flatMap(({ id }) =>
    Array.from({ length: 5 }, (_, index) => {
      const text = Array.from({ length: 400 }, word)
      const words = [...Map.groupBy(text, (each) => each)].map(([each, all]): [string, number] => [
        each,
        all.length,
      ])
      return { id, number: index + 1, title: text.slice(0, 3).join(' '), page: index + 1, points: 4, words }
    }),
  )
  const chosen = tellingWords(exercises)
  const found = exercises.map((exercise, at) => ({ ...exercise, words: chosen[at] ?? [] }))
  return Map.groupBy(found, ({ id }) => id)
}

const manyPapers = TRACK_CODES.flatMap((track) =>
  subjectYears([]).flatMap((year) =>
    EXAM_SESSIONS.map((session) =>
      createSample(SubjectItem, { id: subjectId({ track, year, session }), track, year, session }),
    ),
  ),
)
const MOST_BYTES = 60_000

test('weighs at most 60 kB for every paper since 2008, also where the owner has entered no exercise', () => {
  const content = { exercises: new Map(), subjects: manyPapers, statements: manyStatements() }
  expect(content.statements.size).toBe(108)
  const file = statementsFile(content)
  expect(file.words.split(' ').length).toBeGreaterThan(3_000)
  expect(gzipSync(JSON.stringify(file)).length).toBeLessThan(MOST_BYTES)
})

describe('an exercise that the owner has entered', () => {
  const paper = subjects.filter(({ id }) => id === 'bac-SM-2023-Normale')
  const entered = { ...sampleExercise, number: 4, title: 'Torsion et ions', page: 3, points: 5, chapters: [] }
  const open = async (page: number | null) => {
    const exercises = new Map([['bac-SM-2023-Normale', [{ ...entered, page }]]])
    const content = { ...nothing, subjects: paper, exercises, statements }
    return createFindInTexts(searchFile(content).entries, statementsFile(content))
  }

  test.each([3, null])('is found by its text with the page %s', async (page) => {
    const [first, ...others] = (await open(page))('lorentz').entries
    const place = page === null ? '' : ', page 3'
    expect(first).toMatchObject({
      to: '/sujets-bac/sm/2023-normale?exercice=4',
      title: 'Torsion et ions',
      detail: `Bac SM 2023 - Session Normale, exercice 4${place}, 5\u00a0points`,
    })
    expect(others).toEqual([])
  })

  test('is not found by the text of another one, which begins on another page', async () => {
    expect((await open(2))('lorentz').entries).toEqual([])
  })
})

test('an exercise that only the text tells opens the statement at its page', () => {
  expect(find('lorentz').entries).toMatchObject([
    {
      to: '/sujets-bac/sm/2023-normale?exercice=4&page=3',
      title: 'Mécanique',
      detail: 'Bac SM 2023 - Session Normale, exercice 4, page 3, 5\u00a0points',
    },
  ])
})
