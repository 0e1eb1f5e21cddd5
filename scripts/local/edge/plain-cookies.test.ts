import { withStageCookies, withStorableCookies } from './plain-cookies.ts'

const WEBKIT =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Safari/605.1.15'
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/160.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const sent: Record<string, unknown> = {
  'set-cookie': '__Host-lecteur=a; Path=/; Max-Age=9; Secure; HttpOnly; SameSite=Strict',
}

test.each([WEBKIT, CHROME.replace('160', '109')])(
  'gives %s a cookie that it stores over http, and takes it back under its own name',
  (userAgent) => {
    expect(withStorableCookies(sent, userAgent)).toEqual({
      'set-cookie': ['local-lecteur=a; Path=/; Max-Age=9; HttpOnly; SameSite=Strict'],
    })
    const returned = withStageCookies({ cookie: 'b=local-c; local-lecteur=a', 'user-agent': userAgent })
    expect(returned.cookie).toBe('b=local-c; __Host-lecteur=a')
  },
)

test.each([CHROME, FIREFOX, undefined])('leaves the cookies of %s as they are', (userAgent) => {
  expect(withStorableCookies(sent, userAgent)).toBe(sent)
  const headers = { cookie: 'local-lecteur=a', 'user-agent': userAgent }
  expect(withStageCookies(headers)).toBe(headers)
})
