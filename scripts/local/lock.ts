import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartRefusal } from './ports.ts'

/**
 * Takes a data folder for this process: two programs writing the same files would spoil them. The lock is a local socket,
 * which the system closes with the process, however it ends.
 * @param port told to a second start
 * @returns gives the folder back
 * @throws StartRefusal while another start uses the folder
 */
export async function lockFolder(folder: string, port: number): Promise<() => void> {
  const path = socketPath(resolve(folder))
  const holder = await readHolder(path)
  if (holder !== null)
    throw new StartRefusal(
      `Le dossier de données ${folder} est déjà utilisé par un autre démarrage (${holder}). ` +
        'Arrêtez-le, ou choisissez un autre dossier avec DATA_DIR.',
    )
  // What a killed process leaves behind.
  rmSync(path, { force: true })
  const server = createServer((socket) => socket.end(`processus ${process.pid}, http://localhost:${port}`))
  server.listen(path).unref()
  await once(server, 'listening')
  return () => server.close()
}

/** Short, whatever the folder is called: the path of a socket may have 103 bytes on macOS. */
export function socketPath(
  folder: string,
  platform: string = process.platform,
  temporary = tmpdir(),
): string {
  const name = `revision-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  return platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(temporary, `${name}.sock`)
}

async function readHolder(path: string): Promise<string | null> {
  try {
    return await text(connect(path))
  } catch {
    return null
  }
}
