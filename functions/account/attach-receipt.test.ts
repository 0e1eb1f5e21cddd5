import { getReceipt } from '#shared/contract/admin/payment-requests.ts'
import * as contract from '#shared/contract/payment-requests.ts'
import { samplePaymentInput, samplePicture } from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { createAdministration } from '../test-support/administration.ts'
import { startSite } from '../test-support/site.ts'

let user: User
let params: { id: string }
const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
beforeEach(async () => {
  user = await site.enrol()
  const { json } = await site.call(contract.declarePayment, { ...site.as(user), body: samplePaymentInput })
  params = { id: String(json['id']) }
})
afterAll(() => site.stop())

const attach = (body: Uint8Array | Blob, type = 'image/png') =>
  site.call(contract.attachReceipt, { ...site.as(user), params, body, headers: { 'content-type': type } })
const show = () => admin.asOwner(getReceipt, { params })
const clean = Buffer.from(await samplePicture().arrayBuffer())
const OTHER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAYAAACtBE5DAAAAG0lEQVQImWM8YKDwnwEKEgQWwJgMTAw4AOkSACWDAyd+LOqRAAAAAElFTkSuQmCC',
  'base64',
)
const namesOf = (id: string) =>
  [...site.services.receipts.objects.keys()].filter((name) => name.startsWith(id.slice(37)))
const text = (content: string) => Buffer.from(content, 'latin1')

test.each([
  { what: 'an SVG', type: 'image/svg+xml', file: text('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  { what: 'a page that is called a JPEG', type: 'image/jpeg', file: text('<!doctype html><script/>') },
  { what: 'half a PNG', type: 'image/png', file: clean.subarray(0, clean.length - 20) },
])('refuses $what, and stores nothing', async ({ type, file }) => {
  expect(await attach(file, type)).toMatchObject({ status: 400, json: { code: 'INVALID_REQUEST' } })
  expect(namesOf(params.id)).toEqual([])
  expect((await show()).status).toBe(404)
})

test('serves a picture that is also a page as a picture only, whatever type was sent', async () => {
  const both = Buffer.concat([clean, text('<html><script>alert(document.domain)</script>')])
  expect((await attach(both, 'text/html')).status).toBe(204)
  const answer = await show()
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/png',
      'content-disposition': 'attachment',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
  expect(Buffer.from(answer.text, 'base64')).toEqual(clean)
})

test('keeps the newest picture only, and stores the same one once', async () => {
  await attach(clean)
  const [first] = namesOf(params.id)
  await attach(OTHER)
  await attach(OTHER)
  const names = namesOf(params.id)
  expect(names).toHaveLength(1)
  expect(names).not.toContain(first)
  expect(Buffer.from((await show()).text, 'base64')).toEqual(OTHER)
})
