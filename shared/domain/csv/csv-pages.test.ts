import { joinCsvPages } from './csv-pages.ts'

test.each([
  ['removes the header of later pages', ['a;b\r\n1;2', 'a;b\r\n3;4\r\n5;6'], 'a;b\r\n1;2\r\n3;4\r\n5;6'],
  ['keeps line ends within a cell', ['a\r\n"x\r\ny"', 'a\r\n"z\nw"'], 'a\r\n"x\r\ny"\r\n"z\nw"'],
  ['adds nothing for a later page without lines', ['a;b\r\n1;2', 'a;b'], 'a;b\r\n1;2'],
  ['returns an empty text without pages', [], ''],
])('%s', (_, pages, whole) => {
  expect(joinCsvPages(pages)).toBe(whole)
})
