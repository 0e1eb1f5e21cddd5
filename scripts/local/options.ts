import * as v from 'valibot'
import { DEFAULT_DATA_DIR } from './data-folder.ts'
import { StartRefusal } from './ports.ts'

export type LocalCloudOptions = {
  /** The edge's port; accounts and Drive take the two that follow. */
  port: number
  dataDir: string
  deliveryMode: 'stream' | 'embed'
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
  DELIVERY_MODE: v.optional(v.picklist(['stream', 'embed'], 'DELIVERY_MODE : stream ou embed'), 'stream'),
})

/** Reads PORT, DATA_DIR and DELIVERY_MODE. @throws StartRefusal that names the wrong one */
export function optionsFrom(
  environment: NodeJS.ProcessEnv,
  { reset, watch }: Pick<LocalCloudOptions, 'reset' | 'watch'>,
): LocalCloudOptions {
  const parsed = v.safeParse(Environment, environment)
  if (!parsed.success) throw new StartRefusal(parsed.issues.map(({ message }) => message).join('\n'))
  const { PORT: port, DATA_DIR: dataDir, DELIVERY_MODE: deliveryMode } = parsed.output
  return { port, dataDir, deliveryMode, reset, watch }
}
