import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

const ENTRY = fileURLToPath(new URL('../worker/service-worker.ts', import.meta.url))

/** Builds `/sw.js`. `files` are hashed by their names; the shell is told apart by its content. */
export async function buildServiceWorker(
  outDir: string,
  { shell, files }: { shell: string; files: readonly string[] },
): Promise<Rolldown.RolldownOutput> {
  const precache = [
    { url: '/shell.html', revision: digest(shell) },
    ...files.toSorted().map((url) => ({ url, revision: null })),
  ]
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      __PRECACHE__: JSON.stringify(precache),
      __VERSION__: JSON.stringify(digest(JSON.stringify(precache))),
    },
    build: {
      outDir,
      emptyOutDir: false,
      rolldownOptions: { input: ENTRY, output: { entryFileNames: 'sw.js', format: 'iife' } },
    },
  })
  if (!('output' in result)) throw new Error('Vite did not build once')
  return result
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
