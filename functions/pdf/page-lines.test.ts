import { rowTexts } from '#shared/entities/prepared-document.ts'
import { paperOf } from '../test-support/hostile-pdfs.ts'
import { lineText, readLines } from './page-lines.ts'
import { openPdf, withPage } from './pdfium.ts'

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

test('keeps a heading apart from a large sign below it', async () => {
  const heading = 'BT /F 12 Tf 40 600 Td (Exercice 2 : Ondes) Tj ET'
  const pdf = await openPdf(paperOf(`${heading} BT /F 48 Tf 60 575 Td (S) Tj ET`))
  const lines = withPage(pdf, 0, (page) => readLines(pdf, page, 100)) ?? []
  expect(lines.map(({ text }) => text)).toContain('Exercice 2 : Ondes')
})

test('reads whole words on a wide page with little text, which the engine takes for one in columns', async () => {
  const place = (x: number, y: number, letters: string) => `BT /F 20 Tf ${x} ${y} Td ${letters} ET`
  const words = [
    place(40, 620, '(A) Tj (c) Tj (i) Tj (de) Tj'),
    place(450, 600, '(B) Tj (ase) Tj'),
    place(40, 580, '(P) Tj (ile) Tj'),
  ]
  const pdf = await openPdf(paperOf(words.join(' ')))
  const lines = withPage(pdf, 0, (page) => readLines(pdf, page, 100)) ?? []
  expect(lines.map(({ text }) => text)).toEqual(['Acide', 'Base', 'Pile'])
})

test('reads the cells of a row as lines of their own, at their places', async () => {
  const cell = (x: number, text: string) => `BT /F 20 Tf ${x} 600 Td (${text}) Tj ET`
  const pdf = await openPdf(
    paperOf([cell(40, 'Tension en volts'), cell(300, '0'), cell(450, '12,0')].join(' ')),
  )
  const lines = withPage(pdf, 0, (page) => readLines(pdf, page, 100)) ?? []
  const placed = lines.map(({ text, x, y }) => [text, Math.round(x), y])
  const top = lines[0]?.y
  expect(placed).toEqual([
    ['Tension en volts', 40, top],
    ['0', 300, top],
    ['12,0', 450, top],
  ])
  expect(rowTexts(lines.map(({ x, y, width, height, text }) => [x, y, width, height, text]))).toEqual([
    'Tension en volts 0 12,0',
  ])
})

test.each([
  ['the hyphen at the end of a line', '(sans frotte-) Tj 0 -14 Td (ment) Tj', ['sans frotte-', 'ment']],
  [
    'an exponent on its line, and not on the one above',
    '(On donne) Tj 0 -14 Td (C = 10) Tj /F 8 Tf 36 5 Td (-2) Tj',
    ['On donne', 'C = 10-2'],
  ],
])('keeps %s', async (_, text, expected) => {
  const pdf = await openPdf(paperOf(`BT /F 12 Tf 40 600 Td ${text} ET`))
  const lines = withPage(pdf, 0, (page) => readLines(pdf, page, 100)) ?? []
  expect(lines.map((line) => line.text)).toEqual(expected)
})
