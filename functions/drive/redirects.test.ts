import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sendFile } from '#scripts/local/drive/files.ts'
import { startTestServices, type TestServices } from '#scripts/local/test-support/services.ts'
import { driveFile, startTestDrive, type TestDrive } from '#scripts/local/test-support/test-drive.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { openDrive } from './drive.ts'
import type { DriveFailure } from './failure.ts'

const file = { kind: 'drive', fileId: SAMPLE_DRIVE_ID } as const
const resourceKey = '0-abc'

let services: TestServices
let google: TestDrive
beforeAll(async () => {
  services = await startTestServices()
  google = await startTestDrive()
  services.secrets.set('drive', JSON.stringify(google.account))
  google.files.set(SAMPLE_DRIVE_ID, driveFile())
})
afterAll(async () => {
  await google.close()
  await services.close()
})

const serving =
  (text: string): RequestListener =>
  (request, response) =>
    void sendFile(request, response, driveFile({ bytes: Buffer.from(text) }), 'inline')

/** Starts another origin, which records the requests that it gets. */
async function startElsewhere(answer: RequestListener) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, asked, [Symbol.dispose]: stop }
}

const driveOf = (secretId = 'drive') =>
  openDrive(
    { DRIVE_API_URL: google.url, DRIVE_CREDENTIALS_SECRET_ID: secretId },
    { firstByte: 60_000, idle: 60_000, pause: 5, attempts: 60_000 },
  )

const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ fault }: DriveFailure) => fault,
  )

test('follows redirects of downloads, without the token', async () => {
  using elsewhere = await startElsewhere(serving('elsewhere'))
  google.failWith(() => (_, response) => void response.writeHead(302, { location: elsewhere.url }).end())
  const media = await driveOf().open({ file, range: 'bytes=4-', partAtMost: 100 })
  expect(media.kind === 'part' && String(await buffer(media.body))).toBe('where')
  expect(elsewhere.asked).toHaveLength(1)
  expect(elsewhere.asked[0]?.headers).not.toHaveProperty('authorization')
})

test('follows no redirect of metadata', async () => {
  using elsewhere = await startElsewhere(serving('{}'))
  google.failWith(() => (_, response) => void response.writeHead(302, { location: elsewhere.url }).end())
  expect(await faultOf(driveOf().factsOf({ ...file, resourceKey }))).toBe('down')
  expect(elsewhere.asked).toEqual([])
})

test('sends the signed assertion to the token endpoint only', async () => {
  const assertions = () => google.operations.list().filter((operation) => operation === 'token')
  const asked = assertions().length
  using moved = await startElsewhere((_, response) =>
    response.writeHead(307, { location: `${google.url}/token` }).end(),
  )
  services.secrets.set('moved', JSON.stringify({ ...google.account, token_uri: moved.url }))
  expect(await faultOf(driveOf('moved').factsOf(file))).toBe('refused')
  expect(moved.asked).toHaveLength(2)
  expect(assertions()).toHaveLength(asked)
})
