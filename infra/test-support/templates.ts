import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, Validations } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { AwsSolutionsChecks } from 'cdk-nag'
import { isLongRun } from '#shared/test-support/runs.ts'
import { createStacks } from '../app.ts'
import { DeliveryStack } from '../delivery.ts'
import { checkStage, loadStage, type Stage, type StageDefinition, type StageName } from '../stages.ts'

/** `edge`: null where a stage has nothing in us-east-1. */
export type TemplateBodies = { data: object; site: object; edge: object | null }

const settings: { context: Record<string, unknown> } = JSON.parse(
  readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'),
)
const context = { ...settings.context, 'aws:cdk:bundling-stacks': [] }
const made = new Map<string, string>()

/** The CDK's validation takes two thirds of a synthesis (infra/app.test.ts runs it). */
export const appForTests = () => new App({ context, builtinCloudFormationValidation: false })

export function createTemplates(name: StageName, changes: Partial<Stage>): string {
  const key = JSON.stringify([name, changes])
  const known = made.get(key)
  if (known !== undefined) return known
  const { data, site, edge } = createStacks(appForTests(), { ...loadStage(name, {}), ...changes })
  const bodies: TemplateBodies = {
    data: Template.fromStack(data).toJSON(),
    site: Template.fromStack(site).toJSON(),
    edge: edge && Template.fromStack(edge).toJSON(),
  }
  const text = JSON.stringify(bodies)
  made.set(key, text)
  return text
}

export const validateStage = (name: StageName, changes: Partial<StageDefinition> = {}): string =>
  findingsOf((app) => createStacks(app, checkStage({ ...loadStage(name, {}), ...changes })))

export const validateDelivery = (repository: string): string =>
  findingsOf((app) => new DeliveryStack(app, { stage: loadStage('prod', {}), repository, provider: 'own' }))

/** The start of the CDK's own validation takes four seconds. */
function findingsOf(fill: (app: App) => void): string {
  const outdir = mkdtempSync(join(tmpdir(), 'synthesis-'))
  const app = new App({ context, outdir, builtinCloudFormationValidation: isLongRun })
  fill(app)
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  app.synth()
  const report = readFileSync(join(outdir, 'validation-report.json'), 'utf8')
  rmSync(outdir, { recursive: true })
  return JSON.stringify((JSON.parse(report) as { pluginReports: unknown[] }).pluginReports)
}
