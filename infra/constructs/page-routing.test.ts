import { PAGE_REQUEST_FUNCTION, PAGE_RESPONSE_FUNCTION } from './page-routing.ts'

type Handler<Result> = (event: object) => Result

/** The function's text as CloudFront runs it. */
function evaluate<Result>(code: string): Handler<Result> {
  // oxlint-disable-next-line typescript/no-implied-eval -- the text under test is a program
  return new Function(`${code}; return handler`)() as Handler<Result>
}

const rewrite = (uri: string) => evaluate<{ uri: string }>(PAGE_REQUEST_FUNCTION)({ request: { uri } }).uri
const status = (uri: string) =>
  evaluate<{ statusCode: number }>(PAGE_RESPONSE_FUNCTION)({
    request: { uri },
    response: { statusCode: 200 },
  }).statusCode

test.each([
  '/',
  '/login',
  '/signup',
  '/science-math',
  '/science-physique',
  '/svt',
  '/science-math/electricite/5',
  '/science-physique/electricite/4',
  '/svt/mecanique/6',
  '/sujets-bac',
  '/sujets-bac/sm',
  '/sujets-bac/pc',
  '/sujets-bac/svt',
  '/sujets-bac/upload',
  '/videos-gratuites',
  '/contact',
  '/a-propos',
  '/premium',
  '/admin',
  '/admin/tableau-de-bord',
  '/sujets-bac/sm/',
])('the page %s gets the shell', (uri) => {
  expect(rewrite(uri)).toBe('/index.html')
  expect(status(uri)).toBe(200)
})

test.each(['/assets/index-abc.js', '/config.json', '/favicon.svg', '/robots.txt', '/index.html'])(
  'the file %s passes',
  (uri) => {
    expect(rewrite(uri)).toBe(uri)
    expect(status(uri)).toBe(200)
  },
)

test.each([
  '/nowhere',
  '/science-physique/electricite/5',
  '/svt/electrolyse/1',
  '/science-math/ondes/0',
  '/science-math/ondes/99',
  '/science-math/hasOwnProperty/1',
  '/constructor',
  '/sujets-bac/xx',
  '/login/extra',
])('the unknown path %s gets the page that says so, with status 404', (uri) => {
  expect(rewrite(uri)).toBe('/404.html')
  expect(status(uri)).toBe(404)
  expect(status('/404.html')).toBe(404)
})

test.each([PAGE_REQUEST_FUNCTION, PAGE_RESPONSE_FUNCTION])(
  'a function fits the 10 kB that CloudFront allows',
  (code) => {
    expect(Buffer.byteLength(code)).toBeLessThan(10_240)
  },
)
