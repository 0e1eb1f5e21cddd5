import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { DataStack } from './stacks/data-stack.ts'
import { SiteStack } from './stacks/site-stack.ts'
import { loadStage } from './stages.ts'

const app = new App()
const stage = loadStage(app.node.tryGetContext('stage'))
const data = new DataStack(app, stage)
new SiteStack(app, stage).addStackDependency(data)
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
