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

/**
 * Loads the renderer of the built site, as a publication does. It brings a React of its own: the server's and the
 * browser's renderers cannot share the contexts of one module.
 */
export async function builtRenderer(): Promise<Renderer> {
  return (await import(pathToFileURL(join(builtSite(), 'renderer/renderer.js')).href)) as Renderer
}
