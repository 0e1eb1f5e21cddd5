import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AssetHashType, DockerImage } from 'aws-cdk-lib'
import { type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment'
import type { SiteContent } from '#shared/contract/site-config.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export type WebBuildProps = {
  /** What the site says about itself. */
  content: SiteContent
  /** Own address of the site, such as https://www.example.org, for what search engines and shared links need in full;
   *  without one the built site stays out of search engines. */
  origin: string | undefined
}

/**
 * The built site as a deployment source. Built at synthesis (web/build/build-site.ts) with the stage's content in
 * SITE_CONTENT, a JSON {@link SiteContent}, and its address in SITE_ORIGIN; a failed build fails the synthesis. Skipped
 * where bundling is skipped.
 */
export function webBuild(props: WebBuildProps): ISource {
  return Source.asset(join(ROOT, 'web'), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Never used: the local build either succeeds or throws.
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
  execFileSync(process.execPath, [join(ROOT, 'web/build/build-site.ts'), '--outDir', outputFolder], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SITE_CONTENT: JSON.stringify(content),
      SITE_ORIGIN: origin,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
