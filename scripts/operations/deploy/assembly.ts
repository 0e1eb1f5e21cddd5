import { CloudAssembly } from 'aws-cdk-lib/cx-api'
import { runApp, type Synthesis } from '../cdk.ts'

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
export async function build(synthesis: Synthesis): Promise<BuiltStack[]> {
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
