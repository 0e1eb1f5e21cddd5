import { lookUpCopy } from '#shared/contract/admin/copies.ts'
import { listAudit } from '#shared/contract/admin/security.ts'
import { sampleCopy } from '#shared/entities/samples.ts'
import { createCopies } from '../../data/copies.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { PRIMARY_OWNER } from '../../test-support/people.ts'
import { startSite } from '../../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const { asOwner } = await createAdministration(site)
await createCopies(site.store.table).putAll([sampleCopy])
afterAll(() => site.stop())

const lookUp = (code: string) => asOwner(lookUpCopy, { body: { code } })
const newestEntry = async () => {
  const { json } = await asOwner(listAudit, { query: { limit: '1' } })
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
    json: { code: 'CODE_UNKNOWN' },
  })
  expect(await newestEntry()).toMatchObject({ targetEmail: recorded, newValues: { code: recorded } })
})
