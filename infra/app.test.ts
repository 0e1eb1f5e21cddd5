import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stackId } from './names.ts'
import { ROOT, WITHOUT_VALIDATION } from './run-app.ts'
import { STAGE_NAMES, type StageDefinition } from './stages.ts'
import type { Variants } from './test-support/many-apps.ts'

const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context: object }

const folder = mkdtempSync(join(tmpdir(), 'synthesis-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs an app as the CDK's command line does, without building bundles, credentials or a network. */
function synthesise(
  app: string[],
  settings: { stage?: string; output?: string; environment?: NodeJS.ProcessEnv },
) {
  const { status, stderr } = spawnSync(process.execPath, app, {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      ...settings.environment,
      ...(settings.output && { CDK_OUTDIR: settings.output }),
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, stage: settings.stage, 'aws:cdk:bundling-stacks': [] }),
    },
  })
  return { status, stderr }
}

/** Returns the findings of cdk-nag and of the CDK's own validation. */
function findingsIn(output: string): unknown[] {
  const report = JSON.parse(readFileSync(join(output, 'validation-report.json'), 'utf8')) as {
    pluginReports: unknown[]
  }
  return report.pluginReports
}

test('synthesises a stage offline without findings of cdk-nag', () => {
  const output = join(folder, 'app')
  const settings = { stage: 'staging', output, environment: WITHOUT_VALIDATION }
  expect(synthesise(['infra/app.ts'], settings)).toEqual({ status: 0, stderr: '' })
  expect(findingsIn(output)).toEqual([])
  const { artifacts } = JSON.parse(readFileSync(join(output, 'manifest.json'), 'utf8')) as {
    artifacts: object
  }
  expect(Object.keys(artifacts)).toContain(stackId('staging', 'Site'))
})

/** Every option that no stage uses by default. */
const everything: Partial<StageDefinition> = {
  siteOrigin: 'https://www.exemple.test',
  hostedZone: { id: 'Z012345', name: 'exemple.test' },
  firewall: true,
  checkCompromisedCredentials: true,
  account: '123456789012',
  alarmEmail: 'exploitation@exemple.test',
  mail: { from: 'ne-pas-repondre@exemple.test', domain: 'exemple.test' },
  probe: true,
}

const variants: Variants = {
  ...Object.fromEntries(STAGE_NAMES.map((stage) => [stage, { stage, changes: {} }])),
  'dev with everything': { stage: 'dev', changes: everything },
}

describe('cdk-nag and the validation of the CDK have no unexplained finding in', () => {
  beforeAll(() => {
    const apps = ['infra/test-support/many-apps.ts', folder, JSON.stringify(variants)]
    expect(synthesise(apps, {})).toEqual({ status: 0, stderr: '' })
  })

  test.each([...Object.keys(variants), 'delivery'])('%s', (name) => {
    expect(findingsIn(join(folder, name))).toEqual([])
  })
})
