import { browserName } from './browser-name.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0'
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const WINDOWS = 'Windows NT 10.0; Win64; x64'
const SAMSUNG = 'AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0'

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'Chrome sur Android'],
  [`Mozilla/5.0 (${WINDOWS}) ${CHROME} Safari/537.36`, 'Chrome sur Windows'],
  [`Mozilla/5.0 (${WINDOWS}) ${CHROME} Safari/537.36 Edg/139.0.0.0`, 'Edge sur Windows'],
  [`Mozilla/5.0 (Linux; Android 14; K) ${CHROME} Mobile Safari/537.36 OPR/80.0`, 'Opera sur Android'],
  [`Mozilla/5.0 (Linux; Android 14) ${SAMSUNG} Mobile Safari/537.36`, 'Samsung Internet sur Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox sur Linux'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) ${WEBKIT} Version/18.5 Safari/604.1`, 'Safari sur iPhone'],
  [`Mozilla/5.0 (iPad; CPU OS 18_5) ${WEBKIT} CriOS/139.0 Safari/604.1`, 'Chrome sur iPad'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) ${WEBKIT} Version/18.5 Safari/605`, 'Safari sur Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/139.0.0.0 Safari/537.36', 'Chrome sur Linux'],
  ['curl/8.5.0', 'Navigateur inconnu'],
])('%s is %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
