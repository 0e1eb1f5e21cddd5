import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AssetHashType, DockerImage } from 'aws-cdk-lib'
import { type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment'
import type { SiteContent } from '#shared/contract/site-config.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The built site as a deployment source. Vite builds it at synthesis with the stage's content in SITE_CONTENT, a JSON
 * {@link SiteContent}; a failed build fails the synthesis. Skipped where bundling is skipped.
 */
export function webBuild(content: SiteContent): ISource {
  return Source.asset(join(ROOT, 'web'), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Never used: the local build either succeeds or throws.
      image: DockerImage.fromRegistry('none'),
      local: {
        tryBundle(outputFolder: string) {
          build(outputFolder, content)
          return true
        },
      },
    },
  })
}

function build(outputFolder: string, content: SiteContent): void {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const options = ['--outDir', outputFolder, '--emptyOutDir', '--logLevel', 'warn']
  execFileSync(process.execPath, [vite, 'build', 'web', ...options], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', SITE_CONTENT: JSON.stringify(content) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Until the site has a page of its own for unknown paths, its shell says so.
  const notFound = join(outputFolder, '404.html')
  if (!existsSync(notFound)) copyFileSync(join(outputFolder, 'index.html'), notFound)
}
