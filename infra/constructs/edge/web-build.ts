import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import * as v from 'valibot'
import { InlineDigests } from '#shared/contract/published-content.ts'
import type { SiteContent } from '#shared/contract/site-config.ts'
import { buildSite } from '../../site-build.ts'

export type WebBuildProps = {
  /** Content of the site. */
  content: SiteContent
}

/** Folders of a build: the files for browsers, and the renderer of pages. Also the digests for the policy of pages. */
export type WebBuild = { client: string; renderer: string; inlineDigests: InlineDigests }

/**
 * Builds the site during synthesis, in folders that exist until the process ends.
 * @returns null where bundling is skipped
 * @throws Error when the build fails
 */
export function webBuild(scope: Construct, { content }: WebBuildProps): WebBuild | null {
  if (!Stack.of(scope).bundlingRequired) return null
  const folder = buildSite(content)
  const digests = readFileSync(join(folder, 'inline-digests.json'), 'utf8')
  return {
    client: join(folder, 'client'),
    renderer: join(folder, 'renderer'),
    inlineDigests: v.parse(InlineDigests, JSON.parse(digests)),
  }
}
