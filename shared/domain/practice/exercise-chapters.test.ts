import * as fc from 'fast-check'
import { chapterTitle, listThemes, TRACK_CODES, type TrackCode } from '../../catalogue/tracks.ts'
import { RUNS } from '../../test-support/runs.ts'
import { chapterWords, findChapters } from './exercise-chapters.ts'

const allWords = Object.values(chapterWords).flatMap((words) => words.split(', '))

const titles = (track: TrackCode, title: string, questions = '') =>
  findChapters(track, title, questions).map(({ theme, chapter }) => chapterTitle(track, theme, chapter))

test.each<[title: string, questions: string, chapters: string[]]>([
  ["Réponse d'un dipôle RC à un échelon de tension", '', ['Dipôle RC']],
  ["Dosage d'un vinaigre", 'On verse la solution titrante. À l’équivalence…', ['Titrages acido-basiques']],
  ['Étude de la pile cuivre-aluminium', 'La pile débite. Le pont salin…', ['Piles électrochimiques']],
  ['Transformations nucléaires', 'Calculer la demi-vie.', ['Décroissance radioactive']],
  ['Exercice 2', 'La bobine du circuit RL… la bobine… la bobine…', ['Dipôle RL']],
  ['Mécanique', 'On lance le solide.', []],
])('%s %s', (title, questions, chapters) => {
  expect(titles('SM', title, questions)).toEqual(chapters)
})

test('finds each chapter by its title, in each track that teaches it', () => {
  for (const track of TRACK_CODES)
    for (const { chapters } of listThemes(track))
      for (const chapter of chapters) expect(titles(track, chapter)).toContain(chapter)
})

test('never proposes a chapter that the track does not teach', () => {
  const words = fc.array(fc.constantFrom(...allWords), { maxLength: 12 })
  fc.assert(
    fc.property(fc.constantFrom(...TRACK_CODES), words, words, (track, title, questions) => {
      const found = findChapters(track, title.join(' '), questions.join('. '))
      expect(found.length).toBeLessThanOrEqual(3)
      for (const { theme, chapter } of found) expect(chapterTitle(track, theme, chapter)).toBeDefined()
    }),
    RUNS,
  )
})

test('the words of the catalogue are in their folded form', () => {
  for (const word of allWords) expect(word).toMatch(/^[a-z0-9]+(?: [a-z0-9]+)*$/)
})
