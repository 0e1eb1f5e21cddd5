import { joinCsvPages } from './csv-pages.ts'

test.each([
  { what: 'one page stays as it is', pages: ['a;b\r\n1;2'], whole: 'a;b\r\n1;2' },
  {
    what: 'the header of later pages goes',
    pages: ['a;b\r\n1;2', 'a;b\r\n3;4\r\n5;6'],
    whole: 'a;b\r\n1;2\r\n3;4\r\n5;6',
  },
  {
    what: 'line ends within a cell stay',
    pages: ['a\r\n"x\r\ny"', 'a\r\n"z\nw"'],
    whole: 'a\r\n"x\r\ny"\r\n"z\nw"',
  },
  { what: 'a later page without lines adds nothing', pages: ['a;b\r\n1;2', 'a;b'], whole: 'a;b\r\n1;2' },
  { what: 'a list without lines keeps its header', pages: ['a;b'], whole: 'a;b' },
  { what: 'no page is no text', pages: [], whole: '' },
])('$what', ({ pages, whole }) => {
  expect(joinCsvPages(pages)).toBe(whole)
})
