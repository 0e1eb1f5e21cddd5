import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StageName } from './stages.ts'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The CDK's own validation takes most of the time, and `infra/app.test.ts` runs it. */
export const WITHOUT_VALIDATION = { CDK_VALIDATION: 'false' }

export type Synthesis = {
  stage: StageName
  output: string
  environment?: Record<string, string>
  context?: object
  log?: (line: string) => void
  signal?: AbortSignal
}

/**
 * Runs as the CDK's command line would, without any call of AWS. @returns null after a success, else the last output
 */
export function runApp(synthesis: Synthesis): Promise<string | null> {
  const { stage, output, environment, context, log, signal } = synthesis
  const cdkJson = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context: object }
  const lines: string[] = []
  return new Promise((resolve, reject) => {
    const app = spawn(process.execPath, [join(ROOT, 'infra/app.ts')], {
      cwd: ROOT,
      env: {
        ...process.env,
        ...environment,
        CDK_OUTDIR: output,
        CDK_CONTEXT_JSON: JSON.stringify({ ...cdkJson.context, ...context, stage }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    })
    for (const stream of [app.stdout, app.stderr])
      stream.on('data', (chunk: Buffer) => {
        const text = chunk.toString().split('\n').filter(isReadable)
        for (const line of text) log?.(line)
        lines.push(...text)
      })
    app.once('error', (error) => reject(signal?.reason ?? error))
    app.once('close', (code) => resolve(code === 0 ? null : lines.slice(-40).join('\n')))
  })
}

/** Leaves out the line that threw, which Node shows and which is a whole library in the CDK's minified files. */
function isReadable(line: string): boolean {
  return line.trim() !== '' && line.length < 500
}
