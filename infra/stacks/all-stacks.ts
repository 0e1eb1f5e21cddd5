import type { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { DataStack } from './data-stack.ts'
import { EdgeStack, needsEdgeStack } from './edge-stack.ts'
import { SiteStack } from './site-stack.ts'

/** Creates the stacks of a stage. The edge stack is null where the stage needs nothing in us-east-1. */
export function createStacks(scope: Construct, stage: Stage) {
  const data = new DataStack(scope, stage)
  const edge = needsEdgeStack(stage) ? new EdgeStack(scope, stage) : null
  const site = new SiteStack(scope, stage)
  for (const before of [data, edge]) if (before) site.addStackDependency(before)
  return { data, edge, site }
}
