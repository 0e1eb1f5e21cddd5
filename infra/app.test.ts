import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { STAGE_NAMES } from './stages.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context: object }

/** A busy machine takes its time. */
const PATIENCE_MS = 60_000

const folder = mkdtempSync(join(tmpdir(), 'synthesis-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the app as the CDK's command line does, without building bundles, credentials or a network. */
function synthesise(stage: string) {
  const output = join(folder, stage)
  const { status, stderr } = spawnSync(process.execPath, ['infra/app.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      CDK_OUTDIR: output,
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, stage, 'aws:cdk:bundling-stacks': [] }),
    },
  })
  return { status, stderr, output }
}

test.each(STAGE_NAMES)(
  '%s synthesises offline and cdk-nag finds nothing unexplained',
  (stage) => {
    const { status, stderr, output } = synthesise(stage)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const report = JSON.parse(readFileSync(join(output, 'validation-report.json'), 'utf8')) as {
      pluginReports: unknown[]
    }
    expect(report.pluginReports).toEqual([])
  },
  PATIENCE_MS,
)

test(
  'an unknown stage says which there are',
  () => {
    const { status, stderr } = synthesise('production')
    expect(status).not.toBe(0)
    expect(stderr).toContain("Unknown stage 'production': one of local, dev, staging, prod")
  },
  PATIENCE_MS,
)
