import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLongRun } from '#shared/test-support/runs.ts'
import { ROOT, WITHOUT_VALIDATION } from './run-app.ts'
import { STAGE_NAMES, type StageName } from './stages.ts'
import { everything, loadCdk, type Stacks, synthesise, synthesiseWhole } from './test-support/synthesise.ts'

const repository = 'someone@1/revision@2'
const named = (stage: StageName) => ({ name: stage, validate: () => loadCdk().validateStage(stage) })
const whole = {
  name: 'prod with everything',
  validate: () => loadCdk().validateStage('prod', { ...everything, account: '123456789012' }),
}
const delivery = { name: 'the delivery stack', validate: () => loadCdk().validateDelivery(repository) }

test.each(isLongRun ? [whole, delivery, ...STAGE_NAMES.map(named)] : [whole, delivery])(
  'cdk-nag and the validation of the CDK have no unexplained finding in $name',
  ({ validate }) => {
    expect(validate()).toBe('[]')
  },
)

function run(app: string, context: object, output?: string) {
  const settings = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context: object }
  const given = { ...settings.context, ...context, 'aws:cdk:bundling-stacks': [] }
  const env = {
    ...WITHOUT_VALIDATION,
    ...(output && { CDK_OUTDIR: output }),
    CDK_CONTEXT_JSON: JSON.stringify(given),
  }
  const { status, stderr } = spawnSync(process.execPath, [app], { cwd: ROOT, encoding: 'utf8', env })
  return { status, stderr }
}

if (isLongRun)
  describe('offline', () => {
    test.each([
      { app: 'infra/app.ts', context: { stage: 'staging' } },
      { app: 'infra/delivery.ts', context: { stage: 'prod', repository } },
    ])('$app is synthesised without findings of cdk-nag', ({ app, context }) => {
      const output = mkdtempSync(join(tmpdir(), 'offline-'))
      expect(run(app, context, output)).toEqual({ status: 0, stderr: '' })
      const report = readFileSync(join(output, 'validation-report.json'), 'utf8')
      expect(JSON.parse(report)).toMatchObject({ pluginReports: [] })
      rmSync(output, { recursive: true })
    })

    test('the delivery app names its missing repository', () => {
      const { status, stderr } = run('infra/delivery.ts', { stage: 'prod' })
      expect(status).not.toBe(0)
      expect(stderr).toContain('-c repository=… is missing')
    })
  })

// Faults that CloudFormation reports only during a deployment, and resources that would keep a failed deployment from
// being repeated.

type Json = Record<string, unknown>
type TemplateResource = { Type: string; Properties?: Json; DeletionPolicy?: string }
type TemplateJson = {
  Resources: Record<string, TemplateResource>
  Parameters?: Record<string, { Default?: string }>
  Outputs?: Record<string, object>
}

const variants: Record<string, Stacks> = {
  'prod with everything': synthesiseWhole(),
  dev: synthesise('dev'),
  local: synthesise('local'),
  ...(isLongRun && { staging: synthesise('staging'), prod: synthesise('prod') }),
}

const templates = Object.entries(variants).flatMap(([variant, stacks]) =>
  Object.entries(stacks).flatMap(([stack, template]) =>
    template ? [{ name: `${variant}, ${stack}`, template: template.toJSON() as TemplateJson }] : [],
  ),
)

/**
 * Resources that remain when their stack's creation is rolled back, by the beginning of their logical id, with the
 * reason. All others must be deleted, since their names would be taken when the creation is repeated.
 */
const STAYS_BEHIND = [
  /** Deletion protection refuses its removal; the deployment adopts it when it is repeated. */
  'Table',
  /** Deletion protection refuses its removal; its name may be used twice. */
  'Users',
  /** CloudFormation cannot remove a bucket with content; its name is made by CloudFormation. */
  'WebsiteBucket',
]

test.each(templates)(
  '$name: a creation that is rolled back leaves only the listed resources',
  ({ template }) => {
    const left = Object.entries(template.Resources).filter(
      ([, { DeletionPolicy }]) => DeletionPolicy === 'Retain',
    )
    const unlisted = left.filter(
      ([id]) => !STAYS_BEHIND.some((start) => new RegExp(`^${start}[0-9A-F]{8}$`).test(id)),
    )
    expect(unlisted.map(([id]) => id)).toEqual([])
  },
)

// The CDK's own assertions refuse a template whose resources depend on each other in a circle.
test.each(Object.entries(variants))('%s: only the site reads what the other stacks name', (_name, stacks) => {
  const texts = Object.entries(stacks).map(([stack, template]) => {
    const { Resources = {}, Parameters = {} } = (template?.toJSON() ?? {}) as Partial<TemplateJson>
    const names = Object.values(Resources).flatMap(({ Type, Properties = {} }) =>
      ['AWS::SSM::Parameter', 'AWS::SecretsManager::Secret'].includes(Type)
        ? [String(Properties['Name'])]
        : [],
    )
    return { stack, names, read: JSON.stringify([Object.values(Parameters), Resources]) }
  })
  const reads = texts.map(({ stack, read }) => {
    const others = texts.filter((other) => other.stack !== stack)
    return [
      stack,
      others.filter(({ names }) => names.some((name) => read.includes(name))).map((each) => each.stack),
    ]
  })
  expect(Object.fromEntries(reads)).toEqual({
    data: [],
    site: stacks.edge ? ['data', 'edge'] : ['data'],
    edge: [],
  })
})

test.each(templates)('$name: exports nothing and imports nothing', ({ template }) => {
  expect(JSON.stringify(template)).not.toContain('Fn::ImportValue')
  for (const output of Object.values(template.Outputs ?? {})) expect(output).not.toHaveProperty('Export')
})

test.each(templates)(
  '$name: has at most 60 dynamic references, the limit of CloudFormation',
  ({ template }) => {
    expect(JSON.stringify(template).split('{{resolve:').length - 1).toBeLessThanOrEqual(60)
  },
)

const resourcesOf = ({ Resources }: TemplateJson, type: string) =>
  Object.values(Resources).flatMap(({ Type, Properties = {} }) => (Type === type ? [Properties] : []))

/** IAM does not count white space. */
const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value ?? {}))

test.each(templates)('$name: the policies of each role fit into 10,240 bytes', ({ template }) => {
  const sizes = new Map<string, number>()
  const add = (role: unknown, document: unknown) => {
    const key = JSON.stringify(role)
    sizes.set(key, (sizes.get(key) ?? 0) + sizeOf(document))
  }
  for (const { Roles, PolicyDocument } of resourcesOf(template, 'AWS::IAM::Policy'))
    for (const role of Roles as unknown[]) add(role, PolicyDocument)
  for (const [id, { Type, Properties = {} }] of Object.entries(template.Resources))
    if (Type === 'AWS::IAM::Role')
      for (const policy of (Properties['Policies'] ?? []) as Json[]) add({ Ref: id }, policy)
  for (const { PolicyDocument } of resourcesOf(template, 'AWS::IAM::ManagedPolicy'))
    add(PolicyDocument, PolicyDocument)
  for (const size of sizes.values()) expect(size).toBeLessThanOrEqual(10_240)
})

test.each(templates)('$name: the environment of each function fits into 4 kB', ({ template }) => {
  const sizes = resourcesOf(template, 'AWS::Lambda::Function').map(({ Environment }) => sizeOf(Environment))
  for (const size of sizes) expect(size).toBeLessThanOrEqual(4_096)
})
