import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import * as v from 'valibot'
import { DeliveryStack } from './stacks/delivery-stack.ts'
import { loadStage } from './stages.ts'

/**
 * CDK app of the role with which GitHub Actions deploys; deployed by hand, once per stage (docs/runbook.md):
 *
 *   npx cdk deploy --app 'node infra/delivery.ts' -c stage=dev -c repository=owner@1234/name@5678
 */
const app = new App()
const repository = v.parse(v.string('-c repository=… is missing'), app.node.tryGetContext('repository'))
const provider = v.parse(
  v.optional(v.picklist(['own', 'existing']), 'own'),
  app.node.tryGetContext('provider'),
)
new DeliveryStack(app, { stage: loadStage(app.node.tryGetContext('stage')), repository, provider })
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
