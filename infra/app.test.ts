import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLongRun } from '#shared/test-support/runs.ts'
import { ROOT, WITHOUT_VALIDATION } from './run-app.ts'
import { STAGE_NAMES, type StageName } from './stages.ts'
import { everything, loadCdk } from './test-support/synthesise.ts'

const repository = 'someone@1/revision@2'
const named = (stage: StageName) => ({ name: stage, validate: () => loadCdk().validateStage(stage) })
const whole = {
  name: 'prod with everything',
  validate: () => loadCdk().validateStage('prod', { ...everything, account: '123456789012' }),
}
const delivery = { name: 'the delivery stack', validate: () => loadCdk().validateDelivery(repository) }

// The validation of the CDK is part of the long run, and of each deployment.
test.each(isLongRun ? [whole, delivery, ...STAGE_NAMES.map(named)] : [whole, delivery])(
  'cdk-nag and the validation of the CDK have no unexplained finding in $name',
  ({ validate }) => {
    expect(validate()).toBe('[]')
  },
)

/** Runs an app as the CDK's command line does, without building bundles, credentials or a network. */
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

// `npm test` synthesises infra/app.ts for local mode.
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
