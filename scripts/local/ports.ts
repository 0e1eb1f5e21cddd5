import { createServer } from 'node:net'
import { LOOPBACK } from './http-server.ts'

/** Where each part listens; all follow from the edge's port. */
export type Ports = Record<(typeof PARTS)[number], number>

const PARTS = [
  'edge',
  'gateway',
  'table',
  'users',
  'usersEmulator',
  'drive',
  'services',
  'functionUrl',
] as const

const PART_NAMES: Record<keyof Ports, string> = {
  edge: 'le site',
  gateway: "l'API",
  table: 'la base de données',
  users: 'les comptes',
  usersEmulator: "l'émulateur des comptes",
  drive: 'Drive',
  services: 'les petits services AWS',
  functionUrl: "l'origine des documents",
}

/** A message for the person who starts the product, not an accident: shown without a stack trace. */
export class StartRefusal extends Error {}

/** The ports of all parts: `edge`, and the seven that follow it. */
export function portsFrom(edge: number): Ports {
  return Object.fromEntries(PARTS.map((part, index) => [part, edge + index])) as Ports
}

/** @throws StartRefusal naming the first port that something else already uses */
export async function assertPortsFree(ports: Ports, unused: readonly (keyof Ports)[] = []): Promise<void> {
  const wanted = PARTS.filter((part) => !unused.includes(part))
  const free = await Promise.all(wanted.map((part) => isFree(ports[part])))
  const taken = wanted.find((_, index) => !free[index])
  if (taken === undefined) return
  throw new StartRefusal(
    `Le port ${ports[taken]} (${PART_NAMES[taken]}) est déjà utilisé par un autre programme. ` +
      `Arrêtez ce programme, ou choisissez d'autres ports : PORT=${ports.edge + 100} npm start`,
  )
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
