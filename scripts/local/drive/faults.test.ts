import { createDriveTokens } from '#functions/drive/tokens.ts'
import { bacFileId, demoFiles, LONG_PAPER_ID } from '../demo/files.ts'
import { startTestDrive, type TestDrive } from '../test-support/test-drive.ts'

const paper = bacFileId({ track: 'SM', year: '2023', session: 'Normale' }, 'statement')

let drive: TestDrive

async function media(id: string): Promise<Response> {
  const { value } = await createDriveTokens(async () => JSON.stringify(drive.account)).current()
  const url = `${drive.url}/drive/v3/files/${id}?alt=media&supportsAllDrives=true`
  return fetch(url, { headers: { authorization: `Bearer ${value}` } })
}

beforeAll(async () => {
  drive = await startTestDrive(demoFiles)
})

afterEach(() => drive.faults.order({ kind: 'off' }))

afterAll(() => drive.close())

test.each([
  { kind: 'quota', status: 403, reason: 'downloadQuotaExceeded' },
  { kind: 'rate-limit', status: 403, reason: 'userRateLimitExceeded' },
  { kind: '500', status: 500, reason: 'backendError' },
  { kind: 'api-disabled', status: 403, reason: 'accessNotConfigured' },
] as const)('$kind is answered as Drive does, as often as ordered', async ({ kind, status, reason }) => {
  drive.faults.order({ kind, times: 2 })
  for (const call of [media(paper), media(paper)]) {
    const response = await call
    expect([response.status, await response.json()]).toEqual([
      status,
      {
        error: { code: status, message: expect.any(String), errors: [expect.objectContaining({ reason })] },
      },
    ])
  }
  expect((await media(paper)).status).toBe(200)
})

test('breaks the connection in the middle of the file for `kill`', async () => {
  drive.faults.order({ kind: 'kill', times: 1 })
  const response = await media(paper)
  expect(response.status).toBe(200)
  await expect(response.arrayBuffer()).rejects.toThrow('terminated')
})

test('sends half of the file and then nothing for `stall`', async () => {
  drive.faults.order({ kind: 'stall', times: 1 })
  const response = await media(LONG_PAPER_ID)
  const size = Number(response.headers.get('content-length'))
  const reader = response.body?.getReader()
  let received = 0
  while (received < Math.floor(size / 2)) received += (await reader?.read())?.value?.length ?? 0
  expect(received).toBe(Math.floor(size / 2))
  const silence = new Promise<'silence'>((resolve) => setTimeout(() => resolve('silence'), 300))
  expect(await Promise.race([reader?.read(), silence])).toBe('silence')
  await reader?.cancel()
})

test('delays the whole file by a second and more for `slow`', async () => {
  drive.faults.order({ kind: 'slow' })
  const begin = performance.now()
  const response = await media(paper)
  expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get('content-length')))
  expect(performance.now() - begin).toBeGreaterThan(1_000)
})
