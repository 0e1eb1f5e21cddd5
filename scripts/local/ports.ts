import { once } from 'node:events'
import { createServer } from 'node:net'
import { LOOPBACK } from './http-server.ts'

/** Ports that pages and configuration name; every other part takes any free one. */
export type Ports = { edge: number; users: number; drive: number }

const PART_NAMES: Record<keyof Ports, string> = { edge: 'le site', users: 'les comptes', drive: 'Drive' }

/** A message for the person who starts the product, shown without a stack trace. */
export class StartRefusal extends Error {}

/** Takes the port of the edge and the two that follow it. */
export function portsFrom(edge: number): Ports {
  return { edge, users: edge + 1, drive: edge + 2 }
}

/** @throws StartRefusal naming the first port that another program uses */
export async function assertPortsFree(ports: Ports): Promise<void> {
  for (const part of ['edge', 'users', 'drive'] as const) {
    if (await isFree(ports[part])) continue
    throw new StartRefusal(
      `Le port ${ports[part]} (${PART_NAMES[part]}) est déjà utilisé par un autre programme. ` +
        `Arrêtez ce programme, ou choisissez d'autres ports : PORT=${ports.edge + 100} npm start`,
    )
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    probe.listen(port, LOOPBACK, () => probe.close(() => resolve(true)))
  })
}

/** Finds a free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}
