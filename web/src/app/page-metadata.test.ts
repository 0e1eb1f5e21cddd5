import { expect, test } from 'vitest'
import { prerenderedPages } from '#shared/catalogue/pages.ts'
import { descriptionOf } from './page-metadata.ts'

const site = { settings: __FIRST_SETTINGS__, isOfferOver: false }

test('every prerendered page has a description of its own, short enough to be read', () => {
  const descriptions = prerenderedPages.map((page) => descriptionOf(page, site) ?? '')
  expect(new Set(descriptions).size).toBe(prerenderedPages.length)
  for (const description of descriptions) {
    expect(description.length).toBeGreaterThan(40)
    expect(description.length).toBeLessThanOrEqual(200)
  }
})

test.each(['/admin', '/compte', '/svt/electricite/9', '/nulle-part', '/constructor'])(
  '%s has no description',
  (path) => expect(descriptionOf(path, site)).toBeUndefined(),
)

test.each([
  { isOfferOver: false, says: 'Un seul paiement de 250 DH' },
  { isOfferOver: true, says: 'La prochaine offre est en préparation' },
])('the Premium page is described by the offer, over: $isOfferOver', ({ isOfferOver, says }) => {
  expect(descriptionOf('/premium', { ...site, isOfferOver })).toContain(says)
})
