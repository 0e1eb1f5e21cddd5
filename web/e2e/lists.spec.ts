import { readdirSync } from 'node:fs'
import { expect } from '@playwright/test'
import { routes } from '#shared/contract/routes.ts'
import { lists } from './support/lists.ts'
import { places } from './support/places.ts'
import { type List, seesList } from './support/states.ts'
import { test } from './support/story.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
// Each state is looked at closely, also where many programs share a machine.
test.describe.configure({ timeout: 180_000 })

for (const [name, { as, ...list }] of Object.entries(lists) as [
  keyof typeof lists,
  { as: string | null } & List,
][])
  test.describe(name, () => {
    test.use({ as })
    test('loads, loses the network, finds it again, fails, and is empty', ({ person }) =>
      seesList(person, name, list))
  })

test('the states of every route are seen somewhere, or it is said why not', () => {
  expect(Object.keys(places).toSorted()).toEqual(Object.keys(routes).toSorted())
  const stories = Object.values(places).flatMap((place) => ('seenIn' in place ? [place.seenIn] : []))
  expect(readdirSync(import.meta.dirname)).toEqual(expect.arrayContaining(stories))
})
