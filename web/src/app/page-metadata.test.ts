import { expect, test } from 'vitest'
import { descriptionOf } from './page-metadata.ts'

const site = { settings: __FIRST_SETTINGS__, isOfferOver: false }

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
