import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, WITHOUT_VALIDATION } from './run-app.ts'

/** Generous, for busy machines. */
const PATIENCE_MS = 60_000

const output = mkdtempSync(join(tmpdir(), 'delivery-'))

afterAll(() => rmSync(output, { recursive: true, force: true }))

function synthesise(context: object) {
  return spawnSync(process.execPath, ['infra/delivery.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...WITHOUT_VALIDATION, CDK_OUTDIR: output, CDK_CONTEXT_JSON: JSON.stringify(context) },
  })
}

test(
  'synthesises offline without cdk-nag findings',
  () => {
    const { status, stderr } = synthesise({ stage: 'prod', repository: 'someone@1234/revision@5678' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const report = JSON.parse(readFileSync(join(output, 'validation-report.json'), 'utf8')) as {
      pluginReports: unknown[]
    }
    expect(report.pluginReports).toEqual([])
  },
  PATIENCE_MS,
)

test(
  'reports a missing repository',
  () => {
    const { status, stderr } = synthesise({ stage: 'prod' })
    expect(status).not.toBe(0)
    expect(stderr).toContain('-c repository=… is missing')
  },
  PATIENCE_MS,
)
