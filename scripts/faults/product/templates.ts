import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from '#infra/stages.ts'
import { StartRefusal } from '#scripts/local/ports.ts'
import { ROOT } from '#scripts/operations/cdk.ts'

/** The templates alone: no site and no bundles are built, so that the tests of one part do not wait for all others. */
export function synthesizeTemplates(cdkOut: string, { name }: Stage, driveUrl: string): void {
  const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context: object }
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'infra/app.ts')], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      CDK_OUTDIR: cdkOut,
      DRIVE_API_URL: driveUrl,
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, stage: name, 'aws:cdk:bundling-stacks': [] }),
    },
  })
  if (status !== 0) throw new StartRefusal(`The templates could not be made:\n${stderr}`)
}
