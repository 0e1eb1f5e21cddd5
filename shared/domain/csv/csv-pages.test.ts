import { joinCsvPages } from './csv-pages.ts'

test.each([
  { what: 'keeps a single page', pages: ['a;b\r\n1;2'], whole: 'a;b\r\n1;2' },
  {
    what: 'removes the header of later pages',
    pages: ['a;b\r\n1;2', 'a;b\r\n3;4\r\n5;6'],
    whole: 'a;b\r\n1;2\r\n3;4\r\n5;6',
  },
  {
    what: 'keeps line ends within a cell',
    pages: ['a\r\n"x\r\ny"', 'a\r\n"z\nw"'],
    whole: 'a\r\n"x\r\ny"\r\n"z\nw"',
  },
  { what: 'adds nothing for a later page without lines', pages: ['a;b\r\n1;2', 'a;b'], whole: 'a;b\r\n1;2' },
  { what: 'keeps the header of a list without lines', pages: ['a;b'], whole: 'a;b' },
  { what: 'returns an empty text without pages', pages: [], whole: '' },
])('$what', ({ pages, whole }) => {
  expect(joinCsvPages(pages)).toBe(whole)
})
