import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runApp, WITHOUT_VALIDATION } from '#infra/run-app.ts'
import { StartRefusal } from './ports.ts'

const INPUT_FOLDERS = ['functions', 'infra', 'shared', 'web']
const INPUT_FILES = ['cdk.json', 'package-lock.json']
const NO_INPUT = /(?:^|\/)(?:node_modules|dist|e2e|test-support)(?:\/|$)|\.test\.tsx?$/

export type SynthOptions = {
  cdkOut: string
  /** Variables that infra/stages.ts reads. */
  environment: Record<string, string>
  log: (line: string) => void
}

/**
 * Synthesises the CDK app for stage local, bundles and built site included, unless the last synthesis was made of the very
 * same files.
 * @returns whether it had to be made
 * @throws StartRefusal with the app's own words when it fails
 */
export async function synthesize({ cdkOut, environment, log }: SynthOptions): Promise<boolean> {
  const mark = join(cdkOut, 'inputs.sha256')
  const inputs = digestOfInputs(environment)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === inputs) return false
  rmSync(cdkOut, { recursive: true, force: true })
  const output = await runApp({
    stage: 'local',
    output: cdkOut,
    environment: { ...environment, ...WITHOUT_VALIDATION },
    log,
  })
  if (output !== null) throw new StartRefusal(`La synthèse CDK a échoué :\n${output}`)
  writeFileSync(mark, inputs)
  return true
}

function digestOfInputs(environment: Record<string, string>): string {
  const hash = createHash('sha256').update(JSON.stringify(environment)).update(process.version)
  const files = [...INPUT_FILES, ...INPUT_FOLDERS.flatMap(filesIn)]
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  return hash.digest('hex')
}

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length).split('\\').join('/'))
    .filter((file) => !NO_INPUT.test(file))
    .sort()
}
