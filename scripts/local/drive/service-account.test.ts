import { generateKeyPairSync } from 'node:crypto'
import { createDriveTokens } from '#functions/drive/tokens.ts'
import { bacFileId, demoFiles } from '../demo/files.ts'
import { startTestDrive, type TestDrive } from '../test-support/test-drive.ts'

const paper = bacFileId({ track: 'SM', year: '2023', session: 'Normale' }, 'statement')

let drive: TestDrive
beforeAll(async () => {
  drive = await startTestDrive(demoFiles)
})
afterEach(() => {
  drive.clock.now = null
})
afterAll(() => drive.close())

/** Requests a token by the functions' own library. */
async function tokenFor(key: object): Promise<string> {
  return (await createDriveTokens(async () => JSON.stringify(key)).current()).value
}

test('another key, another account and an old assertion get no token', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await expect(tokenFor({ ...drive.account, private_key: foreign })).rejects.toThrow()
  await expect(tokenFor({ ...drive.account, client_email: 'other@example.org' })).rejects.toThrow()
  drive.clock.now = new Date(Date.now() + 2 * 60 * 60 * 1000)
  await expect(tokenFor(drive.account)).rejects.toThrow()
})

test('a file requires a token of the last hour', async () => {
  const authorization = `Bearer ${await tokenFor(drive.account)}`
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${drive.url}/drive/v3/files/${paper}?alt=media&supportsAllDrives=true`, { headers })).status
  expect(await status({})).toBe(401)
  expect(await status({ authorization: 'Bearer ya29.x' })).toBe(401)
  expect(await status({ authorization })).toBe(200)
  drive.clock.now = new Date(Date.now() + 60 * 60 * 1000)
  expect(await status({ authorization })).toBe(401)
})
