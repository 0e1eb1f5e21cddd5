import { lineText } from './page-lines.ts'

/** Characters of a line as they stand on paper, from left to right; a blank is a gap. */
const onPaper = (text: string) =>
  text
    .split('')
    .flatMap((sign, index) =>
      sign === ' '
        ? []
        : [{ text: sign, left: 5 * index, right: 5 * index + 5, height: 10, isAfterBlank: false }],
    )

test.each([
  ['Exercice 1 (3 pts)', 'Exercice 1 (3 pts)'],
  [')طقن 5,5( 2 نيرمت', 'تمرين 2 (5,5 نقط)'],
  ['RLC ةراد : يناثلا نيرمتلا', 'التمرين الثاني : دارة RLC'],
  ['Exercice 1 : ةجوم (3 pts)', 'Exercice 1 : موجة (3 pts)'],
])('reads %s in its order', (paper, text) => {
  expect(lineText(onPaper(paper))).toBe(text)
})
