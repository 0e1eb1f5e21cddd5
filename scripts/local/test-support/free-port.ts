import { once } from 'node:events'
import { createServer } from 'node:net'
import { LOOPBACK } from '../http-server.ts'

/** A port that nobody uses just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}
