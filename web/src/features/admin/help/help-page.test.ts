import { sections } from 'virtual:owner-guide'
import { expect, test } from 'vitest'
import { adminPages } from '../admin-pages.tsx'
import { findSections } from './help-page.tsx'

const titlesFor = (search: string) => findSections(sections, search).map(({ title }) => title)

test('the guide explains every page of the dashboard', () => {
  const explained = adminPages.map(({ help }) => help).filter((help) => help !== null)
  expect(explained.length).toBe(adminPages.length - 1)
  const ids = sections.map(({ id }) => id)
  expect(explained.filter((help) => !ids.includes(help))).toEqual([])
})

test('every link of the guide leads to one of its parts', () => {
  const targets = sections.flatMap(({ html }) =>
    [...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to),
  )
  const ids = sections.map(({ id }) => `#${id}`)
  expect(targets.length).toBeGreaterThan(5)
  expect(targets.map(decodeURIComponent).filter((to) => !ids.includes(to))).toEqual([])
})

test('no line of it begins with a sign', () => {
  const texts = sections.map(({ html }) => html.replaceAll(/<(pre|code)\b.*?<\/\1>|alt="[^"]*"/gs, ''))
  expect(texts.join('')).toContain('\u00a0:')
  expect(texts.flatMap((text) => text.match(/.{0,20} [:;!?»]|« .{0,20}/g) ?? [])).toEqual([])
})

test('its pictures have their size, so that nothing moves, and are fetched when they are near', () => {
  const pictures = sections.flatMap(({ html }) => html.match(/<img [^>]*>/g) ?? [])
  expect(pictures.length).toBeGreaterThan(10)
  for (const picture of pictures)
    expect(picture).toMatch(
      /^<img src="[^"{}]+\.png[^"]*" alt="[^"]{10,}" width="\d{3,4}" height="\d{3,4}" loading="lazy">$/,
    )
})

test.each([
  ['', sections.length],
  ['REPONDRE paiement declare', 1],
  ['img src', 0],
])('the search for %j finds parts by their words, without accents and markup', (search, least) => {
  const found = titlesFor(search)
  if (least === 0) expect(found).toEqual([])
  else expect(found.length).toBeGreaterThanOrEqual(least)
})
