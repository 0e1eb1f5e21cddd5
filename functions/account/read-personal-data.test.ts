import { isWithinPayload } from '#shared/domain/payload-limit.ts'
import { samplePaymentRequest } from '#shared/entities/samples.ts'
import { userFixture } from '../test-support/people.ts'
import { readPersonalData } from './read-personal-data.ts'

const PICTURE = new Uint8Array(1_500_000)
const receipt = {
  type: 'image/png',
  digest: 'd',
  size: PICTURE.length,
  storedAt: '2026-01-01T00:00:00.000Z',
} as const
const NONE = { progress: [], practice: [], exercises: [], days: [], reports: [], questions: [], mails: [] }

async function readWith(copies: number) {
  const request = { ...samplePaymentRequest, receipt }
  const data = {
    ...NONE,
    profile: {},
    paymentRequests: [request, request, request],
    copies: Array.from({ length: copies }, (_, index) => ({ code: `BKT-${index}`, title: '"'.repeat(100) })),
    cards: [{ serial: 1 }],
    payments: [],
    other: [],
    address: null,
    block: null,
    accessChange: null,
    activity: null,
    log: [],
  }
  const personalData = { read: async () => data }
  const receipts = { get: async () => PICTURE, put: async () => {}, remove: async () => {} }
  return readPersonalData({ personalData, receipts, clock: { now: () => new Date() } }, userFixture())
}

test.each([
  { copies: 10, pictures: 2, isWhole: true },
  { copies: 60_000, pictures: 0, isWhole: false },
])('fits into an answer with $copies copies and three pictures', async ({ copies, pictures, isWhole }) => {
  const answer = await readWith(copies)
  expect(isWithinPayload(JSON.stringify(answer))).toBe(true)
  expect(answer.paymentRequests.filter(({ picture }) => picture)).toHaveLength(pictures)
  expect(answer.cards).toEqual([{ serial: 1 }])
  expect(answer.copies[0]).toMatchObject({ code: 'BKT-0' })
  expect(answer.leftOut).toEqual(isWhole ? {} : { copies: copies - answer.copies.length })
})
