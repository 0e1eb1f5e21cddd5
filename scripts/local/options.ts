import { statSync } from 'node:fs'
import * as v from 'valibot'
import { listen } from './http-server.ts'

export type LocalCloudOptions = {
  /** The edge's port; accounts and Drive take the two that follow. */
  port: number
  dataDir: string
  deliveryMode: 'stream' | 'embed'
  /** A folder of a person's own files for the local Drive; null without one. */
  driveDir: string | null
  reset: boolean
  watch: boolean
}

const Environment = v.object({
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.transform(Number),
      v.check(
        (port) => Number.isInteger(port) && port >= 1 && port <= 65_533,
        'PORT : un nombre de 1 à 65533',
      ),
    ),
    '3000',
  ),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('DATA_DIR : un dossier')), '.local'),
  DRIVE_DIR: v.optional(
    v.nullable(v.pipe(v.string(), v.check(isFolder, 'DRIVE_DIR : un dossier qui existe'))),
    null,
  ),
  DELIVERY_MODE: v.optional(v.picklist(['stream', 'embed'], 'DELIVERY_MODE : stream ou embed'), 'stream'),
})

/** @throws StartRefusal that names the wrong one */
export function optionsFrom(
  environment: NodeJS.ProcessEnv,
  { reset, watch }: Pick<LocalCloudOptions, 'reset' | 'watch'>,
): LocalCloudOptions {
  const parsed = v.safeParse(Environment, environment)
  if (!parsed.success) throw new StartRefusal(parsed.issues.map(({ message }) => message).join('\n'))
  const { PORT: port, DATA_DIR: dataDir, DRIVE_DIR: driveDir, DELIVERY_MODE: deliveryMode } = parsed.output
  return { port, dataDir, driveDir, deliveryMode, reset, watch }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Ports that pages and configuration name; every other part takes any free one. */
type Ports = { edge: number; users: number; drive: number }

const PART_NAMES: Record<keyof Ports, string> = { edge: 'le site', users: 'les comptes', drive: 'Drive' }

/** A message for the person who starts the product, shown without a stack trace. */
export class StartRefusal extends Error {}

export function portsFrom(edge: number): Ports {
  return { edge, users: edge + 1, drive: edge + 2 }
}

export async function assertPortsFree(ports: Ports): Promise<void> {
  for (const part of ['edge', 'users', 'drive'] as const)
    try {
      await (await listen(ports[part], () => {})).close()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      throw new StartRefusal(
        `Le port ${ports[part]} (${PART_NAMES[part]}) est déjà utilisé par un autre programme. ` +
          `Arrêtez ce programme, ou choisissez d'autres ports : PORT=${ports.edge + 100} npm start`,
      )
    }
}

export async function freePort(): Promise<number> {
  const { port, close } = await listen(0, () => {})
  await close()
  return port
}
