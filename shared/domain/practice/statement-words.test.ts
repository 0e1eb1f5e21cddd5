import { readStatement, tellingWords, WORDS_AT_MOST } from './statement-words.ts'

test('counts the words of each exercise, those of its headings more, and no sentence without blanks', () => {
  const chemistry = "Exercice 1 : Chimie (7 points) / Partie 1 : Dosage de l'aspirine / "
  const questions = 'Calculer le pH. Une aspi- / rine, des acides CH3COOH. Onsouhaitedoseruneaspirine'
  const waves =
    'Exercice 2 : Ondes (13 points) / Les ondes v0 de la figure 3. / II- Prisme / d) Calculer son indice.'
  const found = readStatement([chemistry + questions, waves].map((page) => page.split(' / ')))
  expect(found.map(({ words, ...exercise }) => ({ ...exercise, words: words.join(' ') }))).toEqual([
    {
      number: 1,
      title: 'Chimie',
      points: 7,
      page: 1,
      words: 'chimie,6 dosage,7 aspirine,8 ph,1 acide,1 ch3cooh,1',
    },
    { number: 2, title: 'Ondes', points: 13, page: 2, words: 'onde,7 prisme,7 indice,1' },
  ])
  expect(readStatement([['Un cours sans titre']])).toEqual([])
})

test('chooses the words that an exercise repeats and few others have, in alphabetical order', () => {
  const many = Array.from({ length: 60 }, (_, index): [string, number] => [
    `mot${String(index).padStart(2, '0')}`,
    1,
  ])
  const exercises = [
    { words: [...many, ['pendule', 8], ['zinc', 1]] as [string, number][] },
    ...Array.from({ length: 20 }, () => ({ words: many })),
  ]
  const [first = [], second = []] = tellingWords(exercises)
  expect(first).toHaveLength(WORDS_AT_MOST)
  expect(first.slice(-2)).toEqual(['pendule', 'zinc'])
  expect(first).toEqual(first.toSorted())
  expect(second).toEqual(many.slice(0, WORDS_AT_MOST).map(([word]) => word))
})
