import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CloudAssembly } from 'aws-cdk-lib/cx-api'
import type { StageName } from '#infra/stages.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CDK = join(ROOT, 'node_modules/aws-cdk/bin/cdk')

/** Put into the context of a synthesis that is only read: no bundle and no site is built. */
export const WITHOUT_BUNDLES = { 'aws:cdk:bundling-stacks': [] }

/**
 * Put into the environment of a synthesis that nothing is deployed from: the CDK's own validation takes most of it, and
 * `infra/app.test.ts` has it for every stage.
 */
export const WITHOUT_VALIDATION = { CDK_VALIDATION: 'false' }

export type Synthesis = {
  stage: StageName
  /** Where the cloud assembly goes. */
  output: string
  /** Variables that infra/stages.ts reads. */
  environment?: Record<string, string>
  /** Besides that of cdk.json. */
  context?: object
  log?: (line: string) => void
  signal?: AbortSignal
}

/**
 * Runs infra/app.ts as the CDK's command line would, without asking AWS anything.
 * @returns null when it went well, else what it wrote last
 */
export function runApp({
  stage,
  output,
  environment,
  context,
  log,
  signal,
}: Synthesis): Promise<string | null> {
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

type CloudFormation = {
  Resources?: Record<string, { Type: string; Properties?: object; DeletionPolicy?: string }>
}

/** A stack as it was synthesised. */
export type BuiltStack = {
  id: string
  region: string
  /** CloudFormation refuses to delete it until this is taken off. */
  isProtected: boolean
  /** Of the account's preparation by `cdk bootstrap`. */
  neededBootstrap: number
  template: CloudFormation
}

/** Synthesises a stage. @returns its stacks, each after those that it needs @throws Error with the app's own words */
export async function buildStacks(synthesis: Synthesis): Promise<BuiltStack[]> {
  const output = await runApp(synthesis)
  synthesis.signal?.throwIfAborted()
  if (output !== null) throw new Error(`La synthèse a échoué :\n${output}`)
  return new CloudAssembly(synthesis.output).stacks.map((stack) => ({
    id: stack.id,
    region: stack.environment.region,
    isProtected: stack.terminationProtection ?? false,
    neededBootstrap: stack.requiresBootstrapStackVersion ?? 0,
    template: stack.template as CloudFormation,
  }))
}

/** Node shows the line that threw, which in the CDK's minified files is a whole library. */
function isReadable(line: string): boolean {
  return line.trim() !== '' && line.length < 500
}

export type CdkOptions = {
  /** Besides those of this process. */
  environment?: Record<string, string>
  /** Ends the command; what CloudFormation has begun goes on. */
  signal?: AbortSignal
}

/** Runs the CDK's command line in this terminal. @throws Error when it failed, or the signal's reason */
export function runCdk(args: readonly string[], { environment, signal }: CdkOptions = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CDK, ...args], {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      stdio: 'inherit',
      ...(signal && { signal }),
    })
    child.once('error', (error) => reject(signal?.reason ?? error))
    child.once('close', (code) => {
      if (code === 0) resolve()
      // On Ctrl-C the terminal ends the child before the signal does.
      else reject(signal?.reason ?? new Error(failure(args[0], code)))
    })
  })
}

function failure(command: string | undefined, code: number | null): string {
  return `La commande cdk ${command} a échoué (code ${code}). Elle dit pourquoi ci-dessus : corrigez, puis relancez la vôtre.`
}
