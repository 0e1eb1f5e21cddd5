import { describe, expect, test } from 'vitest'
import { isStorable, type Treatment, treatmentOf } from './treatment.ts'

const ORIGIN = 'https://site.example'

type Asked = { method?: string; mode?: RequestMode; headers?: HeadersInit }

function treat(address: string, { method = 'GET', mode = 'cors', headers = {} }: Asked = {}): Treatment {
  const url = new URL(address, ORIGIN).href
  return treatmentOf({ method, url, mode, headers: new Headers(headers) }, ORIGIN)
}

const navigate: Asked = { mode: 'navigate' }

test.each<[string, Treatment]>([
  ['/', 'page'],
  ['/science-math/ondes/1', 'page'],
  ['/science-math/ondes/1?annee=2020', 'page'],
  ['/sujets-bac/sm/', 'page'],
  ['/sujets-bac/sm/2023-normale', 'page'],
  ['/premium', 'page'],
  ['/compte', 'shell'],
  ['/admin', 'shell'],
  ['/admin/tableau-de-bord', 'shell'],
  ['/sujets-bac/upload', 'shell'],
  ['/svt/electrolyse/1', 'shell'],
  ['/nulle-part', 'shell'],
  ['/files/doc/1?Signature=x', 'network'],
  ['/api/session', 'network'],
  ['/config.json', 'network'],
  ['/robots.txt', 'network'],
  ['/sw.js', 'network'],
  ['/__local/status', 'network'],
  ['https://elsewhere.example/', 'network'],
])('opening %s: %s', (address, treatment) => {
  expect(treat(address, navigate)).toBe(treatment)
})

test.each<[string, Treatment]>([
  ['/api/subjects?track=SM', 'list'],
  ['/api/subjects/bac-SM-2023-Normale', 'list'],
  ['/api/videos', 'list'],
  ['/api/chapters/svt/ondes/1', 'list'],
  ['/recherche.json', 'list'],
  ['/api/session', 'network'],
  ['/api/session/activity', 'network'],
  ['/api/files/abc', 'network'],
  ['/api/account', 'network'],
  ['/api/progress?track=SM', 'network'],
  ['/api/admin/subjects', 'network'],
  ['/api/admin/users', 'network'],
  ['/api/subjects/bac-SM-2023-Normale/extra', 'network'],
  ['/api/health', 'network'],
  ['/files/abc/1', 'network'],
  ['/config.json', 'network'],
  ['/assets/pdf-view-abc.js', 'network'],
  ['https://elsewhere.example/api/videos', 'network'],
])('asking for %s: %s', (address, treatment) => {
  expect(treat(address)).toBe(treatment)
})

describe('does not handle', () => {
  test.each(['/api/subjects?track=SM', '/api/videos', '/premium'])('%s with a token', (address) => {
    expect(treat(address, { headers: { authorization: 'Bearer x' } })).toBe('network')
  })

  test.each(['POST', 'PUT', 'DELETE', 'HEAD'])('a list asked for with %s', (method) => {
    expect(treat('/api/videos', { method })).toBe('network')
  })
})

test.each([
  { status: 200, cacheControl: 'public, max-age=0, s-maxage=60', stored: true },
  { status: 200, cacheControl: null, stored: true },
  { status: 200, cacheControl: 'no-store', stored: false },
  { status: 200, cacheControl: 'private, max-age=60', stored: false },
  { status: 206, cacheControl: null, stored: false },
  { status: 404, cacheControl: null, stored: false },
  { status: 503, cacheControl: null, stored: false },
])('an answer $status with $cacheControl is stored: $stored', ({ status, cacheControl, stored }) => {
  const headers = new Headers(cacheControl ? { 'cache-control': cacheControl } : {})
  expect(isStorable({ status, redirected: false, headers })).toBe(stored)
})

test('a redirected response is not stored', () => {
  expect(isStorable({ status: 200, redirected: true, headers: new Headers() })).toBe(false)
})
