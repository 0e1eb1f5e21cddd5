/**
 * `node web/build/chunk-modules.ts [name …]` prints size and largest modules of the named chunks, such as
 * `index chapter-page`, or of all chunks. It shows what exceeds a budget.
 */
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { sampleContent } from './site-content.ts'

const WEB = fileURLToPath(new URL('../', import.meta.url))
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const NAMED = 8

async function describeChunks(names: readonly string[]): Promise<string> {
  process.env.SITE_CONTENT ??= JSON.stringify(sampleContent)
  const result = await build({ root: WEB, logLevel: 'warn', build: { write: false } })
  if (!('output' in result)) throw new Error('Vite did not build once')
  return result.output
    .filter((file) => file.type === 'chunk')
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .map(describeChunk)
    .join('\n')
}

function describeChunk({ name, code, modules }: Rolldown.OutputChunk): string {
  const lines = Object.entries(modules)
    .map(([id, { renderedLength }]) => ({ path: relative(ROOT, id.replace(/^\0/, '')), renderedLength }))
    .toSorted((one, other) => other.renderedLength - one.renderedLength)
    .slice(0, NAMED)
    .map(({ path, renderedLength }) => `  ${String(renderedLength).padStart(7)} ${path}`)
  return [`${name}: ${gzipSync(code).length} B gzipped; largest modules`, ...lines].join('\n')
}

if (import.meta.main) console.log(await describeChunks(process.argv.slice(2)))
