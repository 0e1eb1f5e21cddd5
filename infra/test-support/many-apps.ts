/**
 * infra/app.ts for several stages, as they are or as an operator might configure them. One process, because most of a
 * synthesis is loading the CDK and its validation.
 * Arguments: the folder for their output, and by name, as JSON, each one's stage and what differs from it.
 */
import { join } from 'node:path'
import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { createStacks } from '../stacks/all-stacks.ts'
import { checkStage, loadStage, type StageDefinition, type StageName } from '../stages.ts'

export type Variants = Record<string, { stage: StageName; changes: Partial<StageDefinition> }>

const [folder = '', variants = '{}'] = process.argv.slice(2)
for (const [name, { stage, changes }] of Object.entries(JSON.parse(variants) as Variants)) {
  const app = new App({ outdir: join(folder, name) })
  createStacks(app, checkStage({ ...loadStage(stage, {}), ...changes }))
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  app.synth()
}
