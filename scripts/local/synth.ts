import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOfSources, WITH_KEPT_BUILDS } from '#infra/kept-build.ts'
import { runApp, WITHOUT_VALIDATION } from '#infra/run-app.ts'
import { StartRefusal } from './ports.ts'

export type SynthOptions = {
  cdkOut: string
  environment: Record<string, string>
  log: (line: string) => void
}

/**
 * Synthesises the CDK app for the stage local with its bundles and site, unless the last synthesis had the same files.
 * @returns whether it was made
 * @throws StartRefusal with the app's own words when it fails
 */
export async function synthesize({ cdkOut, environment, log }: SynthOptions): Promise<boolean> {
  const mark = join(cdkOut, 'inputs.sha256')
  const inputs = digestOfSources(environment)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === inputs) return false
  rmSync(cdkOut, { recursive: true, force: true })
  const output = await runApp({
    stage: 'local',
    output: cdkOut,
    environment: { ...environment, ...WITHOUT_VALIDATION, ...WITH_KEPT_BUILDS },
    log,
  })
  if (output !== null) throw new StartRefusal(`La synthèse CDK a échoué :\n${output}`)
  writeFileSync(mark, inputs)
  return true
}
