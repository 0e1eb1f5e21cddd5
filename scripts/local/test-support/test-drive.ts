import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { driveTokens } from '#functions/drive/tokens.ts'
import { freePort } from '#functions/test-support/free-port.ts'
import { Counters } from '../counters.ts'
import { DriveFaults } from '../drive/faults.ts'
import { startDrive } from '../drive/server.ts'
import { readOrMakeServiceAccount } from '../keys.ts'

type Listed = { files: { id: string; name: string; size: string }[]; nextPageToken?: string }

/** A token for the holder of a service account's key, by the same library as the functions. */
export async function tokenFor(key: object): Promise<string> {
  return (await driveTokens(async () => JSON.stringify(key)).current()).value
}

/** The local Drive, and its API as the service account calls it. */
export async function startTestDrive() {
  const folder = mkdtempSync(join(tmpdir(), 'drive-'))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const account = readOrMakeServiceAccount(folder, `${base}/token`)
  const counters = new Counters()
  const faults = new DriveFaults()
  const clock = { now: new Date() }
  const videoPath = join(folder, 'video.mp4')
  const server = await startDrive({ port, account, videoPath, counters, faults, now: () => clock.now })

  async function call(
    path: string,
    query: Record<string, string>,
    { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const url = new URL(`/drive/v3/${path}`, base)
    url.search = new URLSearchParams(query).toString()
    const authorization = `Bearer ${await tokenFor(account)}`
    return fetch(url, { method, headers: { ...headers, authorization } })
  }

  return {
    base,
    account,
    counters,
    faults,
    clock,
    media: (id: string, headers: Record<string, string> = {}, method = 'GET') =>
      call(`files/${id}`, { alt: 'media' }, { method, headers }),
    metadata: async (id: string, fields: string): Promise<unknown> =>
      (await call(`files/${id}`, { fields })).json(),
    list: async (folderId: string, query: Record<string, string>): Promise<Listed> => {
      const q = `'${folderId}' in parents and trashed = false`
      return (await call('files', { q, ...query })).json() as Promise<Listed>
    },
    stop: () => server.close(),
  }
}

export type TestDrive = Awaited<ReturnType<typeof startTestDrive>>
