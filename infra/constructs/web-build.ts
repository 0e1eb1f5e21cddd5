import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AssetHashType, DockerImage } from 'aws-cdk-lib'
import { type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment'
import type { SiteContent } from '#shared/contract/site-config.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export type WebBuildProps = {
  /** Content of the site. */
  content: SiteContent
  /** Address of the site, such as https://www.example.org, for canonical links; without one search engines are kept out. */
  origin: string | undefined
}

/**
 * Builds the site during synthesis (web/build/build-site.ts) and returns it as a deployment source. SITE_CONTENT holds
 * the stage's content as JSON ({@link SiteContent}), SITE_ORIGIN its address. A failed build fails the synthesis; the
 * build is skipped where bundling is skipped.
 */
export function webBuild(props: WebBuildProps): ISource {
  return Source.asset(join(ROOT, 'web'), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Required by the type and never used: the local build succeeds or throws.
      image: DockerImage.fromRegistry('none'),
      local: {
        tryBundle(outputFolder: string) {
          build(outputFolder, props)
          return true
        },
      },
    },
  })
}

function build(outputFolder: string, { content, origin = '' }: WebBuildProps): void {
  const folder = mkdtempSync(join(tmpdir(), 'web-build-'))
  try {
    execFileSync(process.execPath, [join(ROOT, 'web/build/build-site.ts'), '--outDir', folder], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        SITE_CONTENT: JSON.stringify(content),
        SITE_ORIGIN: origin,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    cpSync(join(folder, 'client'), outputFolder, { recursive: true })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
