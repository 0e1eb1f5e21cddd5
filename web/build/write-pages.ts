/**
 * `node web/build/write-pages.ts --outDir folder --origin address --into folder` writes the pages of a built site from
 * sample
 * content, for tests and measurements.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { ClientBuild, PublishedContent, Renderer } from '#shared/contract/published-content.ts'
import { createPublishedContent } from '#web/render/sample-content.ts'

/** Writes into the client folder of the build or another, as a publication stores them. */
export async function writePages(
  outDir: string,
  content: PublishedContent,
  into = join(outDir, 'client'),
): Promise<void> {
  const renderer = join(outDir, 'renderer')
  const { renderSite, shareCards } = (await import(
    pathToFileURL(join(renderer, 'renderer.js')).href
  )) as Renderer
  const build = JSON.parse(await readFile(join(renderer, 'client-build.json'), 'utf8')) as ClientBuild
  const write = async (path: string, body: string | Uint8Array) => {
    const file = join(into, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, body)
  }
  for await (const { path, body } of renderSite(content, build)) await write(path, body)
  // The pictures of all papers would take a minute.
  for (const { path, draw } of shareCards({ ...content, subjects: [] })) await write(path, await draw())
}

if (import.meta.main) {
  const type = 'string'
  const { values } = parseArgs({
    options: { outDir: { type, default: 'web/dist' }, origin: { type }, into: { type } },
  })
  await writePages(values.outDir, createPublishedContent({ origin: values.origin ?? null }), values.into)
}
