import { generateKeyPairSync } from 'node:crypto'
import { driveError } from '#scripts/local/drive/server.ts'
import { startTestServices, type TestServices } from '#scripts/local/test-support/services.ts'
import { driveFile, startTestDrive, type TestDrive } from '#scripts/local/test-support/test-drive.ts'
import type { DriveAccess } from '#shared/entities/drive-access.ts'
import { DRIVE_TIMEOUTS } from './calls.ts'
import { type Drive, openDrive } from './drive.ts'

let services: TestServices
let google: TestDrive
let drive: Drive
beforeAll(async () => {
  services = await startTestServices()
  google = await startTestDrive()
})
afterAll(async () => {
  await google.close()
  await services.close()
})
beforeEach(() => {
  google.files.clear()
  google.files.set('1FileFileFileFileFileFileFile', driveFile({ folder: '1FolderFolder' }))
  google.failWith(null)
  google.failTokensWith(null)
  services.secrets.set('drive', JSON.stringify(google.account))
  drive = openDrive(
    { DRIVE_API_URL: google.url, DRIVE_CREDENTIALS_SECRET_ID: 'drive' },
    { ...DRIVE_TIMEOUTS, pause: 5, attempts: 1 },
  )
})

/** Returns a key that Google has deleted. */
const deletedKey = () =>
  JSON.stringify({
    ...google.account,
    private_key: generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  })

test.each<{ what: string; state: DriveAccess['state']; given: () => unknown; isKeyMissing?: true }>([
  { what: 'everything is there', state: 'ready', given: () => {} },
  {
    what: 'the secret holds its placeholder',
    state: 'no-key',
    given: () => services.secrets.set('drive', 'x'.repeat(32)),
    isKeyMissing: true,
  },
  {
    what: 'the key was deleted (invalid_grant)',
    state: 'key-refused',
    given: () => services.secrets.set('drive', deletedKey()),
  },
  {
    what: 'the API is not enabled (accessNotConfigured)',
    state: 'api-disabled',
    given: () => google.failWith(() => driveError(403, 'accessNotConfigured')),
  },
  {
    what: 'Google forbids reading (insufficientPermissions)',
    state: 'not-permitted',
    given: () => google.failWith(() => driveError(403, 'insufficientPermissions')),
  },
  { what: 'no folder is shared', state: 'nothing-shared', given: () => google.files.clear() },
  {
    what: 'Drive fails',
    state: 'unknown',
    given: () => google.failWith(() => driveError(500, 'backendError')),
  },
  { what: 'the tokens fail', state: 'unknown', given: () => google.failTokensWith('reset') },
  {
    what: 'there is no secret',
    state: 'unknown',
    given: () => services.secrets.delete('drive'),
    isKeyMissing: true,
  },
])('$what: $state', async ({ state, given, isKeyMissing }) => {
  given()
  expect(await drive.readAccess()).toEqual({
    state,
    account: isKeyMissing ? null : google.account.client_email,
  })
})

test('reads with a key that was stored later, without a restart', async () => {
  services.secrets.set('drive', 'x'.repeat(32))
  expect(await drive.readAccess()).toMatchObject({ state: 'no-key' })
  services.secrets.set('drive', JSON.stringify(google.account))
  expect(await drive.readAccess()).toMatchObject({ state: 'ready' })
})
