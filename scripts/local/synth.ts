import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartRefusal } from './ports.ts'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

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
  const output = await runApp(cdkOut, environment, log)
  if (output !== null) throw new StartRefusal(`La synthèse CDK a échoué :\n${output}`)
  writeFileSync(mark, inputs)
  return true
}

/** Runs infra/app.ts as the CDK's command line would. @returns null when it went well, else what it wrote last */
function runApp(
  cdkOut: string,
  environment: Record<string, string>,
  log: (line: string) => void,
): Promise<string | null> {
  const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context: object }
  const lines: string[] = []
  return new Promise((resolve, reject) => {
    const app = spawn(process.execPath, [join(ROOT, 'infra/app.ts')], {
      cwd: ROOT,
      env: {
        ...process.env,
        ...environment,
        CDK_OUTDIR: cdkOut,
        CDK_CONTEXT_JSON: JSON.stringify({ ...context, stage: 'local' }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [app.stdout, app.stderr])
      stream.on('data', (chunk: Buffer) => {
        const text = chunk.toString().split('\n').filter(Boolean)
        text.forEach(log)
        lines.push(...text)
      })
    app.once('error', reject)
    app.once('close', (code) => resolve(code === 0 ? null : lines.slice(-40).join('\n')))
  })
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
