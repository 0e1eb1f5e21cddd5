import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartRefusal } from './ports.ts'

/**
 * Locks a data folder, since two programs would spoil its files. The lock is a local socket, which the system closes
 * with the process.
 * @param port shown to a second start
 * @returns the function that unlocks
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
  // Removes the socket file of a killed process.
  rmSync(path, { force: true })
  const server = createServer((socket) => socket.end(`processus ${process.pid}, http://localhost:${port}`))
  server.listen(path).unref()
  await once(server, 'listening')
  return () => server.close()
}

/** A socket's path may have 103 bytes on macOS, so it does not contain the folder's name. */
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
