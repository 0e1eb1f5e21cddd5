import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { DRIVE_ID } from '../test-support/content.ts'
import {
  DRIVE_CREDENTIALS_SECRET_ID,
  driveFile,
  serving,
  startDrive,
  type Drive as TestDrive,
} from '../test-support/drive.ts'
import { type Secrets, startSecrets } from '../test-support/secrets.ts'
import { openDrive } from './drive.ts'
import type { DriveFailure } from './failure.ts'

const file = { kind: 'drive', fileId: DRIVE_ID } as const
const resourceKey = '0-abc'

let secrets: Secrets
let google: TestDrive
beforeAll(async () => {
  secrets = await startSecrets()
  google = await startDrive(secrets)
  google.files.set(DRIVE_ID, driveFile())
})
afterAll(() => {
  google.stop()
  secrets.stop()
})

/** Another origin, which notes what it is asked. */
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

const driveOf = (secretId = DRIVE_CREDENTIALS_SECRET_ID) =>
  openDrive(
    { DRIVE_API_URL: google.url, DRIVE_CREDENTIALS_SECRET_ID: secretId },
    { firstByte: 500, idle: 500, pause: 5, attempts: 1_000 },
  )

const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ fault }: DriveFailure) => fault,
  )

test('media are fetched where Google sends us, without our token', async () => {
  using elsewhere = await startElsewhere(serving(Buffer.from('elsewhere')))
  google.respond(() => (_, response) => response.writeHead(302, { location: elsewhere.url }).end())
  const media = await driveOf().open({ file, range: 'bytes=4-', partAtMost: 100 })
  expect(media.kind === 'part' && String(await buffer(media.body))).toBe('where')
  expect(elsewhere.asked).toHaveLength(1)
  expect(elsewhere.asked[0]?.headers).not.toHaveProperty('authorization')
})

test('nothing else is: Drive answers facts itself', async () => {
  using elsewhere = await startElsewhere(serving(Buffer.from('{}')))
  google.respond(() => (_, response) => response.writeHead(302, { location: elsewhere.url }).end())
  expect(await faultOf(driveOf().factsOf({ ...file, resourceKey }))).toBe('down')
  expect(elsewhere.asked).toEqual([])
})

test('what is signed for the token endpoint goes nowhere else', async () => {
  const asked = google.assertions.length
  using moved = await startElsewhere((_, response) =>
    response.writeHead(307, { location: `${google.url}/token` }).end(),
  )
  const key = secrets.values.get(DRIVE_CREDENTIALS_SECRET_ID) ?? ''
  secrets.values.set('moved', JSON.stringify({ ...JSON.parse(key), token_uri: moved.url }))
  expect(await faultOf(driveOf('moved').factsOf(file))).toBe('refused')
  // Two attempts.
  expect(moved.asked).toHaveLength(2)
  expect(google.assertions).toHaveLength(asked)
})
