import { readFileSync } from 'node:fs'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { createStacks } from '../stacks/all-stacks.ts'
import { loadStage, type Stage, type StageName } from '../stages.ts'

/** This module as `require` returns it. */
export type TemplatesModule = { createTemplates: typeof createTemplates }
/** `edge`: null where a stage has nothing in us-east-1. */
export type TemplateBodies = { data: object; site: object; edge: object | null }

const settings: { context: Record<string, unknown> } = JSON.parse(
  readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'),
)
const made = new Map<string, string>()

/**
 * Creates an app without the CDK's validation, which takes two thirds of a synthesis and runs in `infra/app.test.ts`.
 */
export const appForTests = () =>
  new App({
    context: { ...settings.context, 'aws:cdk:bundling-stacks': [] },
    builtinCloudFormationValidation: false,
  })

/**
 * Synthesises the templates of a stage without building bundles or the site, as JSON.
 * @param changes overrides of the stage's definition
 */
export function createTemplates(
  name: StageName,
  environment: NodeJS.ProcessEnv,
  changes: Partial<Stage>,
): string {
  const key = JSON.stringify([name, environment, changes])
  const known = made.get(key)
  if (known !== undefined) return known
  const { data, site, edge } = createStacks(appForTests(), { ...loadStage(name, environment), ...changes })
  const bodies: TemplateBodies = {
    data: Template.fromStack(data).toJSON(),
    site: Template.fromStack(site).toJSON(),
    edge: edge && Template.fromStack(edge).toJSON(),
  }
  const text = JSON.stringify(bodies)
  made.set(key, text)
  return text
}
