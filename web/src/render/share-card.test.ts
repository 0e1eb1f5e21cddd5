import { expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { paperCard, siteCard } from './share-card.ts'

const PLACE = { track: 'SM', year: '2023', session: 'Normale' } as const
const paper = (differences: Partial<SubjectItem> = {}) =>
  createSample(SubjectItem, { ...PLACE, hasCorrection: true, hasVideo: false, ...differences })

test.each([
  ['a paper', paperCard(paper(), 'Révision Bac')],
  ['the site', siteCard('Révision & Bac')],
])('the card of %s is an image of the declared size', async (_name, card) => {
  const image = Buffer.from(await card.draw())
  expect(image.subarray(1, 4).toString()).toBe('PNG')
  expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630])
})

test.each([[{ hasVideo: true }], [{ hasCorrection: false }], [{ session: 'Rattrapage' as const }]])(
  'the name changes with what is drawn: %j',
  (differences) => {
    expect(paperCard(paper(differences), 'Révision').path).not.toBe(paperCard(paper(), 'Révision').path)
  },
)
