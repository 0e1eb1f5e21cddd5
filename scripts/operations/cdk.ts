import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { CloudAssembly } from 'aws-cdk-lib/cx-api'
import { ROOT, runApp, type Synthesis } from '#infra/run-app.ts'

const CDK = join(ROOT, 'node_modules/aws-cdk/bin/cdk')

export const WITHOUT_BUNDLES = { 'aws:cdk:bundling-stacks': [] }

type CloudFormation = {
  Resources?: Record<string, { Type: string; Properties?: object; DeletionPolicy?: string }>
}

export type BuiltStack = {
  id: string
  region: string
  /** True while CloudFormation refuses to delete the stack. */
  isProtected: boolean
  /** Version of `cdk bootstrap` that the stack needs. */
  neededBootstrap: number
  template: CloudFormation
}

/** In the order of their dependencies. @throws Error with the app's own words */
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

export type CdkOptions = {
  environment?: Record<string, string>
  /** Ends the command; CloudFormation finishes what it has begun. */
  signal?: AbortSignal
}

/** In this terminal. @throws Error when it failed, or the signal's reason */
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
      const failure = `La commande cdk ${args[0]} a échoué (code ${code}). Elle dit pourquoi ci-dessus : corrigez, puis relancez la vôtre.`
      if (code === 0) resolve()
      // On Ctrl-C the terminal ends the child before the signal does.
      else reject(signal?.reason ?? new Error(failure))
    })
  })
}
