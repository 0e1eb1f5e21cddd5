import { jest } from '@jest/globals'
import { SEARCH_FILE, STATEMENTS_FILE } from '#shared/catalogue/page-path.ts'
import { fileOfPage, prerenderedPages } from '#shared/catalogue/pages.ts'
import { edgeFunctionCode } from './edge-functions.ts'

type Handler<Result> = (event: object) => Result

afterEach(() => {
  jest.useRealTimers()
})

function evaluate<Result>(code: string): Handler<Result> {
  // oxlint-disable-next-line typescript/no-implied-eval -- the text under test is a program
  return new Function(`${code}; return handler`)() as Handler<Result>
}

const request = (uri: string, querystring = {}) =>
  evaluate<{ uri: string }>(edgeFunctionCode('page-request'))({ request: { uri, querystring } })
const rewrite = (uri: string) => request(uri).uri
const respond = (statusCode: number, headers: object) =>
  evaluate<{ statusCode: number; headers: object }>(edgeFunctionCode('page-response'))({
    response: { statusCode, headers: { etag: { value: '"1"' }, ...headers } },
  })

test.each([
  ['/sujets-bac/sm/', '/sujets-bac/sm.html'],
  ['/sujets-bac/sm/2008-normale', '/sujets-bac/sm/2008-normale.html'],
  ['/sujets-bac/svt/2023-rattrapage/', '/sujets-bac/svt/2023-rattrapage.html'],
])('the public page %s gets its file %s', (uri, file) => {
  expect(rewrite(uri)).toBe(file)
})

test('publishes the papers of the oldest year to the next one', () => {
  jest.useFakeTimers({ now: new Date('2026-12-31T23:00:00Z') })
  const years = ['2007', '2008', '2027', '2028']
  const files = years.map((year) => rewrite(`/sujets-bac/pc/${year}-normale`))
  expect(files).toEqual([
    '/404.html',
    '/sujets-bac/pc/2008-normale.html',
    '/sujets-bac/pc/2027-normale.html',
    '/404.html',
  ])
})

test('maps every prerendered page to its file', () => {
  expect(prerenderedPages.map(rewrite)).toEqual(prerenderedPages.map((page) => `/${fileOfPage(page)}`))
})

test.each([
  '/compte',
  '/sujets-bac/upload',
  '/admin/tableau-de-bord',
  '/sujets-bac/sm/2023-normale/examen',
  '/sujets-bac/svt/2008-rattrapage/examen/',
])('the personal page %s gets the empty shell', (uri) => {
  expect(rewrite(uri)).toBe('/shell.html')
})

test.each([
  SEARCH_FILE,
  STATEMENTS_FILE,
  '/apercus/bac-pc-2008-normale-23f86d9957f6.png',
  '/assets/index-abc.js',
  '/config.json',
  '/favicon.svg',
  '/icons/192.png',
  '/index.html',
  '/licences.txt',
  '/robots.txt',
  '/shell.html',
  '/site.webmanifest',
  '/sitemap.xml',
  '/sw.js',
])('the file %s passes', (uri) => {
  expect(rewrite(uri)).toBe(uri)
})

test.each([
  ['/sujets-bac/sm/2023-normale.', '/sujets-bac/sm/2023-normale'],
  ['/sujets-bac/SM/2023-Normale', '/sujets-bac/sm/2023-normale'],
  ['/premium),', '/premium'],
  ['/Premium/', '/premium'],
  ['/premium%C2%BB', '/premium'],
  ['/science-math/ondes/1/).', '/science-math/ondes/1'],
  ['/Compte', '/compte'],
])('the address %s leads to %s', (uri, location) => {
  const answer = request(uri, {
    annee: { value: '2023' },
    type: { value: 'b', multiValue: [{ value: 'a%20' }, { value: 'b' }] },
  })
  expect(answer).toMatchObject({
    statusCode: 301,
    headers: { location: { value: `${location}?annee=2023&type=a%20&type=b` } },
  })
  expect(request(uri)).toMatchObject({ headers: { location: { value: location } } })
})

test.each([
  '/nowhere',
  '/science-physique/electricite/5',
  '/svt/electrolyse/1',
  '/science-math/ondes/99',
  '/science-math/hasOwnProperty/1',
  '/constructor',
  '/sujets-bac/xx/2023-normale',
  '/index.php',
  '/x.png',
  '/nowhere/x.js',
  '/Nowhere.',
  '/).',
  '/sujets-bac/sm/2023-printemps',
  '/login/extra',
  '/sujets-bac/sm/2007-normale/examen',
  '/sujets-bac/sm/examen',
])('the unknown path %s gets the not-found page', (uri) => {
  expect(rewrite(uri)).toBe('/404.html')
})

test.each([
  ['a page', 200, {}, 200],
  ['a page that says that there is none', 200, { 'x-amz-meta-status': { value: '404' } }, 404],
  ['one that the browser has already', 304, { 'x-amz-meta-status': { value: '404' } }, 304],
  ['one with another status', 200, { 'x-amz-meta-status': { value: '500' } }, 200],
])('answers %s of S3 (%i) with %j as %i, without the metadata', (_name, stored, headers, status) => {
  expect(respond(stored, headers)).toMatchObject({ statusCode: status, headers: { etag: { value: '"1"' } } })
  expect(respond(stored, headers).headers).not.toHaveProperty('x-amz-meta-status')
})

test.each(['page-request', 'page-response', 'document-request', 'list-request'] as const)(
  "%s is one script within CloudFront's limit of 10 kB",
  (name) => {
    const code = edgeFunctionCode(name)
    expect(Buffer.byteLength(code)).toBeLessThan(10_240)
    expect(code).toMatch(/^[\x20-\x7e\n]*$/)
    expect(code).not.toMatch(/\b(?:import|export)\b/)
  },
)
