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

/**
 * Leaves out components of the router that no page uses, such as `Form`: bundlers keep a component that a call of React
 * makes, or that is given a name for developers, unless they are told that neither has side effects.
 */
export function trimRouter(): Plugin {
  return {
    name: 'trim-router',
    apply: 'build',
    transform: (code, id) =>
      id.includes('/node_modules/react-router/')
        ? {
            code: code
              .replace(/(?<= = )React\d*\.(?:createContext|forwardRef)\(/g, '/* @__PURE__ */ $&')
              .replace(/^\w+\.displayName = "\w+";$/gm, ''),
            map: null,
          }
        : null,
  }
}

const BEHAVIOR_IMPORT = 'import { infiniteQueryBehavior } from "./infiniteQueryBehavior.js";'
const BEHAVIOR_CHOICE =
  'this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) : this.options.behavior'
const INFINITE = 'options._type = "infinite";'
const MUTATION_IMPORT = 'import { Mutation } from "./mutation.js";'
const CACHE_BUILD = 'build(client, options, state) {'
const OBSERVER_BUILD = 'build(this.#client, this.options)'

/**
 * Has observers bring the code that reads a list page by page, which every query would import otherwise, and the code
 * of changes, which every cache would: visitors have neither such lists nor anything to change. The text of the package
 * is replaced where it stands. @throws Error for another text
 */
export function trimQueries(): Plugin {
  return {
    name: 'trim-queries',
    apply: 'build',
    transform(code, id) {
      if (id.endsWith('/query-core/build/modern/query.js'))
        return replaced(code, [BEHAVIOR_IMPORT, ''], [BEHAVIOR_CHOICE, 'this.options.behavior'])
      if (id.endsWith('/query-core/build/modern/mutationCache.js'))
        return replaced(
          code,
          [MUTATION_IMPORT, ''],
          [CACHE_BUILD, 'build(client, options, state, Mutation) {'],
        )
      if (id.endsWith('/query-core/build/modern/mutationObserver.js'))
        return replaced(
          code,
          ['{ getDefaultState }', '{ getDefaultState, Mutation }'],
          [OBSERVER_BUILD, 'build(this.#client, this.options, undefined, Mutation)'],
        )
      if (!id.endsWith('/query-core/build/modern/infiniteQueryObserver.js')) return null
      const bring = `${INFINITE} options.behavior = infiniteQueryBehavior(options.pages);`
      return replaced(
        code,
        [INFINITE, bring],
        ['hasPreviousPage }', 'hasPreviousPage, infiniteQueryBehavior }'],
      )
    },
  }
}

function replaced(code: string, ...changes: [before: string, after: string][]) {
  for (const [before] of changes)
    if (!code.includes(before)) throw new Error(`The package contains no ${before}`)
  const text = changes.reduce((sum, [before, after]) => sum.replaceAll(before, after), code)
  return { code: text, map: null }
}
