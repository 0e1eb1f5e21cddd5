import { lookUpCopy } from '#shared/contract/admin/copies.ts'
import { listAudit } from '#shared/contract/admin/security.ts'
import { sampleCopy } from '#shared/entities/samples.ts'
import { createCopies } from '../../data/copies.ts'
import type { Call } from '../../test-support/gateway.ts'
import { lastingLease, PRIMARY_OWNER, storeUser } from '../../test-support/people.ts'
import { type Site, startSite } from '../../test-support/site.ts'

let site: Site
let owner: Call
beforeAll(async () => {
  site = await startSite()
  owner = site.as(
    await storeUser(site.store.table, { email: PRIMARY_OWNER, isAdmin: true, lease: lastingLease() }),
  )
  await createCopies(site.store.table).putAll([sampleCopy])
})
afterAll(() => site.stop())

const lookUp = (code: string) => site.call(lookUpCopy, { ...owner, body: { code } })
const newestEntry = async () => {
  const { json } = await site.call(listAudit, { ...owner, query: { limit: '1' } })
  return (json.items as object[])[0]
}

test.each([sampleCopy.code, sampleCopy.code.toLowerCase(), sampleCopy.code.replaceAll('-', ' ')])(
  'answers whose copy carries %s, and records the look-up',
  async (code) => {
    const { status, json } = await lookUp(code)
    const { email, documentId, title, issuedAt } = sampleCopy
    expect([status, json]).toEqual([200, { email, documentId, title, issuedAt }])
    expect(await newestEntry()).toMatchObject({
      adminEmail: PRIMARY_OWNER,
      actionType: 'LOOK_UP_COPY',
      targetEmail: email,
      newValues: { code: sampleCopy.code, documentId, issuedAt },
    })
  },
)

test.each([
  { code: 'BBB-BBB-BBB', recorded: 'BBB-BBB-BBB' },
  { code: 'bac 2023', recorded: 'BAC' },
])('records the look-up of $code, which finds nothing', async ({ code, recorded }) => {
  expect(await lookUp(code)).toMatchObject({
    status: 404,
    json: { code: 'CODE_UNKNOWN', detail: "Ce code n'existe pas. Vérifiez les caractères et réessayez." },
  })
  expect(await newestEntry()).toMatchObject({ targetEmail: recorded, newValues: { code: recorded } })
})
