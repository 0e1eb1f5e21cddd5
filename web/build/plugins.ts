import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Track, tracks } from '#shared/catalogue/tracks.ts'

/** Vite's own preloading for dynamic imports; its name is not public, so a test of the built site covers it. */
const VITE_HELPER = '\0vite/preload-helper.js'
const IMPORT_CHUNK = join(import.meta.dirname, '../src/lib/loading/import-chunk.ts')

/** Makes `src/lib/loading/import-chunk.ts` load the chunks of every dynamic import of the built site. */
export function importChunks(): Plugin {
  return {
    name: 'import-chunks',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      return id === VITE_HELPER
        ? `export { importChunk as __vitePreload } from ${JSON.stringify(IMPORT_CHUNK)}`
        : null
    },
  }
}

/** Returns the chunks of a dynamic import; Vite omits the chunk itself when it is the only one. */
export function chunksOfImport(file: string, dependencies: string[]): string[] {
  return dependencies.length > 0 ? dependencies : [file]
}

const TRACK_HUES = 'virtual:track-hues.css'

/** Adds the hues of the catalogue to the style sheet, since the content security policy allows no inline style. */
export function trackHues(): Plugin {
  return {
    name: 'track-hues',
    resolveId: (id) => (id === TRACK_HUES ? `\0${TRACK_HUES}` : undefined),
    load: (id) => (id === `\0${TRACK_HUES}` ? trackHuesCss(tracks) : undefined),
  }
}

/** Sets the custom properties of tokens.css for everything inside an element that names a track. */
export function trackHuesCss(listed: readonly Track[]): string {
  const rules = (scheme: 'light' | 'dark') =>
    listed.map(({ code, hue }) => rule(code, hue[scheme])).join('\n')
  return `${rules('light')}\n@media screen and (prefers-color-scheme: dark) {\n${rules('dark')}\n}\n`
}

function rule(code: string, { text, soft }: Track['hue']['light']): string {
  // The lines of the millimetre paper are 5 and 10 percent opaque.
  return `[data-track="${code}"] { --hue: ${text}; --hue-soft: ${soft}; --grid: ${text}0d; --grid-strong: ${text}1a; }`
}
