import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Vite's own preloading of what a dynamic import needs; its name is not public, so a test looks at the built site. */
const VITE_HELPER = '\0vite/preload-helper.js'

const ours = join(import.meta.dirname, '../src/lib/import-when-fetched.ts')

/** Lets every dynamic import of the built site wait for its files, see `src/lib/import-when-fetched.ts`. */
export function importsWhenFetched(): Plugin {
  return {
    name: 'imports-when-fetched',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      return id === VITE_HELPER
        ? `export { importWhenFetched as __vitePreload } from ${JSON.stringify(ours)}`
        : null
    },
  }
}

/** Vite leaves out what a file needs that needs no other file: itself. */
export function filesOfImport(file: string, dependencies: string[]): string[] {
  return dependencies.length > 0 ? dependencies : [file]
}
