import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Renderer } from '#shared/contract/published-content.ts'

/** Builds the site, which takes seconds, unless a test has built the same sources before. @returns its folder */
export function builtSite(): string {
  const script = join(import.meta.dirname, '../../../infra/site-build.ts')
  return execFileSync(process.execPath, [script, 'dev'], {
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** It has a React of its own: the server's and the browser's renderers cannot share contexts. */
export async function builtRenderer(): Promise<Renderer> {
  return (await import(pathToFileURL(join(builtSite(), 'renderer/renderer.js')).href)) as Renderer
}
