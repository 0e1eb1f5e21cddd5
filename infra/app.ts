import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { createStacks } from './stacks/all-stacks.ts'
import { loadStage } from './stages.ts'

const app = new App()
createStacks(app, loadStage(app.node.tryGetContext('stage')))
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
