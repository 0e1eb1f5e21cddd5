import * as fc from 'fast-check'
import { RUNS } from '../../test-support/runs.ts'
import { nextDocuments } from './next-documents.ts'

type Item = Parameters<typeof nextDocuments>[0][number]
const item = (resourceType: Item['resourceType'], year: string): Item => ({
  id: `${resourceType}-${year}`,
  resourceType,
  year,
  session: 'Normale',
})
const list = (...items: Item[]) =>
  nextDocuments(items).map(({ label, documents }) => `${label} : ${documents.map(({ id }) => id).join(', ')}`)

test('names the statement first, and the correction once it is done', () => {
  const correction = item('correction', '2023')
  expect(list(correction, item('course', '2020'), item('exercise', '2023'))).toEqual([
    'À lire : course-2020',
    'À faire : exercise-2023',
  ])
  expect(list(correction)).toEqual(['À corriger : correction-2023'])
})

test('never names a correction whose statement is left, and at most two of a kind', () => {
  const documents = fc.uniqueArray(
    fc.record({
      resourceType: fc.constantFrom<Item['resourceType']>('course', 'exercise', 'correction', 'exam'),
      year: fc.constantFrom('2021', '2022', '2023', '2024'),
    }),
    { selector: ({ resourceType, year }) => resourceType + year },
  )
  fc.assert(
    fc.property(documents, (all) => {
      const left = all.map(({ resourceType, year }) => item(resourceType, year))
      const steps = nextDocuments(left)
      for (const { year } of steps
        .flatMap((step) => step.documents)
        .filter((one) => one.resourceType === 'correction'))
        expect(left.filter((one) => one.year === year).map((one) => one.resourceType)).not.toEqual(
          expect.arrayContaining([expect.stringMatching(/exercise|exam/)]),
        )
      for (const step of steps) expect(step.documents.length).toBeLessThanOrEqual(2)
    }),
    RUNS,
  )
})
