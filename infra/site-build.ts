import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { SiteContent } from '#shared/contract/site-config.ts'
import { keptBuild, WITH_KEPT_BUILDS } from './kept-build.ts'
import { ROOT } from './run-app.ts'
import { loadStage } from './stages.ts'

// `node infra/site-build.ts dev` prints the folder of the stage's kept build, for tests.

/** Takes a kept build where there is one. @returns the folder of the build, which exists until the process ends */
export function buildSite(content: SiteContent): string {
  const settings = { NODE_ENV: 'production', SITE_CONTENT: JSON.stringify(content) }
  return keptBuild('web-build', settings, (outDir) => {
    execFileSync(process.execPath, [join(ROOT, 'web/build/build-site.ts'), '--outDir', outDir], {
      cwd: ROOT,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  })
}

if (import.meta.main) {
  Object.assign(process.env, WITH_KEPT_BUILDS)
  process.stdout.write(buildSite(loadStage(process.argv[2]).site))
}
