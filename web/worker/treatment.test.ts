import { expect, test } from 'vitest'
import { routes } from '#shared/contract/routes.ts'
import {
  fateOf,
  isOfBuild,
  isStorable,
  isStorableFile,
  SHELL,
  storedAs,
  type Treatment,
  treatmentOf,
} from './treatment.ts'

const ORIGIN = 'https://site.example'

type Asked = { method?: string; mode?: RequestMode; headers?: HeadersInit }

function treat(address: string, { method = 'GET', mode = 'cors', headers = {} }: Asked = {}): Treatment {
  const url = new URL(address, ORIGIN).href
  return treatmentOf({ method, url, mode, headers: new Headers(headers) }, ORIGIN)
}

const navigate: Asked = { mode: 'navigate' }

test.each<[string, Treatment]>([
  ['/', 'page'],
  ['/science-math/ondes/1?annee=2020', 'page'],
  ['/sujets-bac/sm/2023-normale', 'page'],
  ['/compte', 'page'],
  ['/admin/tableau-de-bord', 'page'],
  ['/sujets-bac/sm/2023-normale/examen', 'page'],
  ['/sujets-bac/sm/examen', 'unknown'],
  ['/nulle-part', 'unknown'],
  ['/files/doc/1?Signature=x', 'network'],
  ['/config.json', 'network'],
  ['/sw.js', 'network'],
  ['/__local/status', 'network'],
  ['https://elsewhere.example/', 'network'],
])('opening %s: %s', (address, treatment) => {
  expect(treat(address, navigate)).toBe(treatment)
})

test.each<[string, Treatment]>([
  ['/api/subjects?track=SM', 'list'],
  ['/api/videos', 'list'],
  ['/recherche.json', 'list'],
  ['/recherche-enonces.json', 'list'],
  ['/api/subjects/bac-SM-2023-Normale/extra', 'network'],
  ['/files/abc/1', 'network'],
  ['/compte', 'network'],
  ['/assets/pages-view-abc.js', 'file'],
  ['https://elsewhere.example/api/videos', 'network'],
])('asking for %s: %s', (address, treatment) => {
  expect(treat(address)).toBe(treatment)
})

test('keeps the public lists of the contract, and nothing that another route answers', () => {
  const kept = Object.entries(routes)
    .filter(([, { method, path }]) => treat(path.replaceAll(/\{\w+\}/g, 'x'), { method }) === 'list')
    .map(([name]) => name)
  const lists = ['getChapter', 'getSubject', 'listExercises', 'listSubjects', 'listVideos']
  expect(kept.toSorted()).toEqual(lists)
})

test.each<[string, Asked]>([
  ['/api/videos', { headers: { authorization: 'Bearer x' } }],
  ['/premium', { headers: { authorization: 'Bearer x' } }],
  ...['POST', 'PUT', 'DELETE', 'HEAD'].map((method) => ['/api/videos', { method }] satisfies [string, Asked]),
])('does not handle %s with %j', (address, asked) => {
  expect(treat(address, asked)).toBe('network')
})

test.each([
  { status: 200, cacheControl: 'public, max-age=0, s-maxage=60', stored: true },
  { status: 200, cacheControl: null, stored: true },
  { status: 200, cacheControl: 'no-store', stored: false },
  { status: 200, cacheControl: 'private, max-age=60', stored: false },
  { status: 206, cacheControl: null, stored: false },
  { status: 404, cacheControl: null, stored: false },
])('an answer $status with $cacheControl is stored: $stored', ({ status, cacheControl, stored }) => {
  const headers = new Headers(cacheControl ? { 'cache-control': cacheControl } : {})
  expect(isStorable({ status, redirected: false, headers })).toBe(stored)
  expect(isStorable({ status, redirected: true, headers })).toBe(false)
})

test.each([
  ['text/javascript', true],
  ['font/woff2', true],
  ['text/html; charset=utf-8', false],
])('a file of the site answered as %s may be cached: %s', (type, stored) => {
  const headers = new Headers({ 'content-type': type })
  expect(isStorableFile({ status: 200, redirected: false, headers })).toBe(stored)
})

test.each([
  ['/', '/'],
  ['/sujets-bac/sm/', '/sujets-bac/sm'],
  ['/science-math/ondes/1?annee=2020#sujet-2', '/science-math/ondes/1'],
  ['/compte', SHELL],
  ['/sujets-bac/sm/2023-normale/examen/', SHELL],
  ['/admin/tableau-de-bord?page=2', SHELL],
])('%s is stored as %s', (address, stored) => {
  expect(storedAs(new URL(address, ORIGIN).href)).toBe(stored)
})

test.each([
  { of: 'the same build', status: 200, fate: 'replaced' },
  { of: 'another build', status: 200, fate: 'removed' },
  { of: 'a deleted paper', status: 404, fate: 'removed' },
  { of: 'a page that is gone for good', status: 410, fate: 'removed' },
  { of: 'an address that leads elsewhere', status: 0, fate: 'removed' },
  { of: 'a limit of requests', status: 429, fate: 'kept' },
  { of: 'an edge without an origin', status: 504, fate: 'kept' },
])('the stored copy of a page is $fate after an answer $status of $of', ({ of, status, fate }) => {
  const answer = { status, redirected: false, headers: new Headers() }
  expect(fateOf(answer, of === 'the same build')).toBe(fate)
})

test('the stored copy of a page is removed where its address forbids a copy from now on', () => {
  const headers = new Headers({ 'cache-control': 'no-store' })
  expect(fateOf({ status: 200, redirected: false, headers }, true)).toBe('removed')
})

const files = new Set(['/assets/index-a1.js', '/assets/home-b2.js', '/assets/index-c3.css'])
const page = (...named: string[]) =>
  `<link rel="stylesheet" href="/assets/index-c3.css"><script data-scripts="${named.join(' ')}"></script>`

test.each([
  [['/assets/index-a1.js', '/assets/home-b2.js'], true],
  [[], true],
  [['/assets/index-a1.js', '/assets/home-z9.js'], false],
  [['/assets/index-z9.js'], false],
])('a page belongs to a build whose files include %j: %j', (named, belongs) => {
  expect(isOfBuild(page(...named), files)).toBe(belongs)
})
