/** infra/app.ts for a stage as an operator might configure it: what differs from `dev` comes as JSON in the one argument. */
import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { createStacks } from '../stacks/all-stacks.ts'
import { checkStage, loadStage, type StageDefinition } from '../stages.ts'

const app = new App()
const variant = JSON.parse(process.argv[2] ?? '{}') as Partial<StageDefinition>
createStacks(app, checkStage({ ...loadStage('dev', {}), ...variant }))
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
