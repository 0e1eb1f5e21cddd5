import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { STAGE_NAMES, type StageDefinition } from './stages.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context: object }

/** A busy machine takes its time. */
const PATIENCE_MS = 60_000

const folder = mkdtempSync(join(tmpdir(), 'synthesis-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs an app as the CDK's command line does, without building bundles, credentials or a network. */
function synthesise(name: string, stage: string, app = ['infra/app.ts']) {
  const output = join(folder, name)
  const { status, stderr } = spawnSync(process.execPath, app, {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      CDK_OUTDIR: output,
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, stage, 'aws:cdk:bundling-stacks': [] }),
    },
  })
  return { status, stderr, output }
}

/** What cdk-nag reports. */
function findingsIn(output: string): unknown[] {
  const report = JSON.parse(readFileSync(join(output, 'validation-report.json'), 'utf8')) as {
    pluginReports: unknown[]
  }
  return report.pluginReports
}

test.each(STAGE_NAMES)(
  '%s synthesises offline and cdk-nag finds nothing unexplained',
  (stage) => {
    const { status, stderr, output } = synthesise(stage, stage)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(findingsIn(output)).toEqual([])
  },
  PATIENCE_MS,
)

/** What an operator may switch on beyond what the stages have. */
const address = {
  siteOrigin: 'https://www.exemple.test',
  hostedZone: { id: 'Z012345', name: 'exemple.test' },
}
const variants: Record<string, Partial<StageDefinition>> = {
  'an own address': address,
  'a firewall': { firewall: true },
  everything: {
    ...address,
    firewall: true,
    checkCompromisedCredentials: true,
    account: '123456789012',
    alarmEmail: 'exploitation@exemple.test',
    mail: { from: 'ne-pas-repondre@exemple.test', domain: 'exemple.test' },
    probe: true,
  },
}

test.each(Object.entries(variants))(
  'with %s, too',
  (name, variant) => {
    const app = ['infra/test-support/variant-app.ts', JSON.stringify(variant)]
    const { status, stderr, output } = synthesise(name, 'dev', app)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(findingsIn(output)).toEqual([])
  },
  PATIENCE_MS,
)

test(
  'an unknown stage says which there are',
  () => {
    const { status, stderr } = synthesise('unknown', 'production')
    expect(status).not.toBe(0)
    expect(stderr).toContain("Unknown stage 'production': one of local, dev, staging, prod")
  },
  PATIENCE_MS,
)
