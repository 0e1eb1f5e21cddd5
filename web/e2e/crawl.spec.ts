import { expect } from '@playwright/test'
import { personalPages, prerenderedPages, publicPages } from '#shared/catalogue/pages.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { Account, OWNER, PARTNER } from './support/account.ts'
import { Collector, type Listed, OF_OWNERS, TICKETS } from './support/collector.ts'
import { LocalMode } from './support/local-mode.ts'
import { test } from './support/story.ts'

/** Also matches the form in a script's pattern: `google\.com`. */
const GOOGLE_HOST = /(?:google(?:apis|usercontent|video)?|gstatic|youtube)\\?\.com/i
/** Texts that must not leave the server. */
const NEVER = [
  GOOGLE_HOST,
  /\.gserviceaccount\./i,
  /PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bAIza[\w-]{35}\b/,
  /x-origin-secret/i,
]

/** Every page, including those that are not for students; their HTML is the same for all. */
const PAGES = [
  ...publicPages,
  ...personalPages,
  '/admin/tableau-de-bord',
  '/admin/exemplaires',
  '/admin/parametres',
  '/inconnue',
]
/** Paths of chapters: one of each theme and track; the long run reads all. */
const chapters = prerenderedPages.filter((path) => (isLongRun ? /\/\d+$/ : /\/1$/).test(path))
/** Pages whose calls of the API depend on the account. */
const OWN_PAGES = [
  '/',
  '/compte',
  '/science-math/ondes/1',
  '/sujets-bac/sm',
  '/sujets-bac/upload',
  '/videos-gratuites',
  '/premium',
  '/admin',
]
const FILES_OF_THE_SITE = ['/sw.js', '/config.json', '/site.webmanifest', '/robots.txt', '/sitemap.xml']

/** Browsers write these messages about pages that do not exist or are refused. */
const REFUSALS = /status of 40[0134]/

/** Document addresses, owners' addresses, and the keys that the product was started with. */
let secrets: string[]

test.beforeAll(async ({ baseURL, request }) => {
  const owner = await Account.ofDemo(baseURL as string, OWNER)
  await owner.opensSession()
  const asks = async (path: string) => request.get(path, { headers: await owner.signs(path) })
  const subjects = await (await asks('/api/admin/subjects')).json()
  const csv = await (await asks('/api/admin/resources/export')).text()
  await owner.closesSession()
  const files = [
    ...(subjects.items as { file: string }[]).map(({ file }) => file),
    ...(csv.match(/demo-drive-[\w-]+/g) ?? []),
  ]
  expect(new Set(files).size).toBeGreaterThan(1_000)
  const keys = await (await LocalMode.at(baseURL as string)).privateKeys()
  expect(keys.length).toBeGreaterThan(60)
  secrets = [...new Set(files), ...keys, OWNER, PARTNER]
})

/** Reads every list, and these files. @returns documents that are not free */
async function readsLists(collector: Collector, files: readonly string[] = []): Promise<Listed[]> {
  const items = await collector.reads(
    [...files, '/api/videos'],
    [
      ...TRACK_CODES.map((track) => `/api/subjects?track=${track}`),
      ...chapters.map((path) => `/api/chapters${path}`),
    ],
  )
  return items.filter(({ isFree, available, hasFile }) => !isFree && (available ?? hasFile))
}

/** Returns the secrets in all texts that a person received, with the text around them. */
async function leaks(collector: Collector): Promise<string[]> {
  const text = await collector.everything()
  // The lists and the answers about documents are among the texts.
  expect(text).toContain('bac-SM-2023-Normale')
  expect(text).toContain('strict-transport-security')
  // All secrets are one pattern: a thousand separate searches would take ten seconds.
  const anySecret = new RegExp(secrets.map((secret) => secret.replaceAll(/\W/g, '\\$&')).join('|'))
  return [anySecret, ...NEVER]
    .map((pattern) => text.search(pattern))
    .filter((at) => at >= 0)
    .map((at) => text.slice(Math.max(0, at - 80), at + 80))
}

test('an anonymous visitor receives no file id, no Google host, no key and no original', async ({
  person,
  baseURL,
}) => {
  const visitor = new Collector(person)
  person.announces(REFUSALS)
  await visitor.opens(OWN_PAGES)
  const documents = await readsLists(visitor, [...PAGES, ...chapters, ...FILES_OF_THE_SITE])
  const refused = await visitor.asksForTickets(documents)
  expect(refused).toEqual([])
  const free = await visitor.reads([], ['/api/videos'])
  const tickets = await visitor.asksForTickets(free)
  expect(tickets.length).toBeGreaterThan(10)
  const statuses = await visitor.fetches(tickets, await LocalMode.at(baseURL as string))
  expect([...new Set(statuses)].toSorted((a, b) => a - b)).toEqual([200, 206, 403, 404, 416])
  await person.opens('/videos-gratuites')
  await person
    .button(/^Regarder la vidéo/)
    .first()
    .click()
  await expect(person.dialog.locator('video')).toBeVisible()
  await person.hasLoaded()
  const leaked = await leaks(visitor)
  expect(leaked).toEqual([])
  const pdfs = await visitor.pdfs()
  expect(pdfs).toEqual([])

  // The scripts of the viewer, the account and the sign-in are among the texts.
  const everybodys = await visitor.reachableScripts()
  for (const part of ['viewer-dialog', 'account-page', 'upload-page', 'session', 'subjects-page'])
    expect(
      [...everybodys.keys()].filter((path) => path.includes(`/${part}-`)),
      part,
    ).not.toEqual([])
  // The search finds what it looks for: scripts of owners name Drive's host.
  const everyones = await visitor.reachableScripts({ also: OF_OWNERS })
  expect([...everyones.values()].filter((text) => GOOGLE_HOST.test(text))).not.toEqual([])
})

test('a student, free and then with Premium, receives no file id, no Google host, no key and no original', async ({
  person,
  student,
  givesPremium,
  baseURL,
}) => {
  const collector = new Collector(person)
  person.announces(REFUSALS)
  await person.hasSignedInBefore(student)
  await collector.signedIn()
  await collector.opens(OWN_PAGES)
  const documents = await readsLists(collector)
  const refused = await collector.asksForTickets(documents)
  expect(refused).toEqual([])
  const pdfs = await collector.pdfs()
  expect(pdfs).toEqual([])

  await givesPremium(student)
  const tickets = await collector.asksForTickets(documents)
  expect(tickets.length).toBeGreaterThan(TICKETS / 2)
  const statuses = await collector.fetches(tickets, await LocalMode.at(baseURL as string))
  expect([...new Set(statuses)]).toEqual(expect.arrayContaining([200, 206, 403, 404, 416]))
  await person.opens('/sujets-bac/sm')
  await person.lightPaper.click()
  await person.seesPage()
  const leaked = await leaks(collector)
  expect(leaked).toEqual([])
  // What leaves as a PDF is the student's own copy, with their address on each page.
  const copies = await collector.pdfs()
  expect(copies.length).toBeGreaterThan(1)
  expect(copies.filter((path) => !path.startsWith('/files/copies/'))).toEqual([])
})
