import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import type { Construct } from 'constructs'
import { DataStack } from './stacks/data-stack.ts'
import { EdgeStack, needsEdgeStack } from './stacks/edge-stack.ts'
import { SiteStack } from './stacks/site-stack.ts'
import { loadStage, type Stage } from './stages.ts'

/** Creates the stacks of a stage. The edge stack is null where the stage needs nothing in us-east-1. */
export function createStacks(scope: Construct, stage: Stage) {
  const data = new DataStack(scope, stage)
  const edge = needsEdgeStack(stage) ? new EdgeStack(scope, stage) : null
  const site = new SiteStack(scope, stage)
  for (const before of [data, edge]) if (before) site.addStackDependency(before)
  return { data, edge, site }
}

if (import.meta.main) {
  const app = new App()
  createStacks(app, loadStage(app.node.tryGetContext('stage')))
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
}
