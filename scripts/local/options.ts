import { statSync } from 'node:fs'
import * as v from 'valibot'
import { DEFAULT_DATA_DIR } from './data-folder.ts'
import { StartRefusal } from './ports.ts'

export type LocalCloudOptions = {
  /** The edge's port; accounts and Drive take the two that follow. */
  port: number
  dataDir: string
  deliveryMode: 'stream' | 'embed'
  /** A folder of a person's own files for the local Drive; null without one. */
  driveDir: string | null
  /** Removes accounts and content, and loads the demo again. */
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
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('DATA_DIR : un dossier')), DEFAULT_DATA_DIR),
  DRIVE_DIR: v.optional(
    v.nullable(v.pipe(v.string(), v.check(isFolder, 'DRIVE_DIR : un dossier qui existe'))),
    null,
  ),
  DELIVERY_MODE: v.optional(v.picklist(['stream', 'embed'], 'DELIVERY_MODE : stream ou embed'), 'stream'),
})

/** Reads PORT, DATA_DIR, DRIVE_DIR and DELIVERY_MODE. @throws StartRefusal that names the wrong one */
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
