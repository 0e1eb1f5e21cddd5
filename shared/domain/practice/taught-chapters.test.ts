import { listTaughtChapters, taughtChapters } from './taught-chapters.ts'

const chapters = listTaughtChapters('PC')
const taughtOn = (day: string) => chapters.filter(taughtChapters(chapters, '2027-06-03')(day))

test.each<[day: string, last: Record<string, number>]>([
  ['2026-09-10', {}],
  [
    '2026-11-28',
    { ondes: 3, nucleaire: 2, electricite: 1, 'transformations-lentes': 1, 'transformations-limitees': 1 },
  ],
  [
    '2027-02-01',
    {
      ondes: 3,
      nucleaire: 2,
      electricite: 4,
      mecanique: 3,
      'transformations-lentes': 1,
      'transformations-limitees': 2,
      'dosage-acide-base': 1,
    },
  ],
])('knows how far classes have come by %s, in physics and in chemistry', (day, last) => {
  expect(Object.fromEntries(taughtOn(day).map(({ theme, chapter }) => [theme, chapter]))).toEqual(last)
})

test('knows that everything has been taught eight weeks before the examination', () => {
  expect(taughtOn('2027-04-08')).toEqual(chapters)
})
