/**
 * Validates the templates of infra/app.ts for several stages, with or without overrides, and of infra/delivery.ts, in
 * one process, because most of a synthesis is loading the CDK and its validation. Arguments: the output folder, and a
 * JSON object with the stage and overrides of each app by name.
 */
import { join } from 'node:path'
import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { createStacks } from '../stacks/all-stacks.ts'
import { DeliveryStack } from '../stacks/delivery-stack.ts'
import { checkStage, loadStage, type StageDefinition, type StageName } from '../stages.ts'

export type Variants = Record<string, { stage: StageName; changes: Partial<StageDefinition> }>

const [folder = '', variants = '{}'] = process.argv.slice(2)
for (const [name, { stage, changes }] of Object.entries(JSON.parse(variants) as Variants))
  validate(name, (app) => createStacks(app, checkStage({ ...loadStage(stage, {}), ...changes })))
validate('delivery', (app) => {
  new DeliveryStack(app, {
    stage: loadStage('prod', {}),
    repository: 'someone@1/revision@2',
    provider: 'own',
  })
})

function validate(name: string, fill: (app: App) => void): void {
  const app = new App({ outdir: join(folder, name) })
  fill(app)
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  app.synth()
}
