import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import GithubSlugger from 'github-slugger'
import createMarkdown from 'markdown-it'
import type { Plugin } from 'vite'
import { type Track, tracks } from '#shared/catalogue/tracks.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'

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

type GuideSection = { id: string; title: string; html: string }

const DOCS = join(import.meta.dirname, '../../docs')
const GUIDE = join(DOCS, 'guide-proprietaire.md')
const MODULE = 'virtual:owner-guide'
const RESOLVED = `\0${MODULE}`

/** Stands in the text for the address that a picture gets in the build. */
const pictureMark = (index: number) => `{picture ${index}}`

/** Gives the owner's guide as a module: a section for each heading of the docs; its pictures become files. */
export function ownerGuide(): Plugin {
  return {
    name: 'owner-guide',
    resolveId: (id) => (id === MODULE ? RESOLVED : null),
    load(id) {
      if (id !== RESOLVED) return null
      this.addWatchFile(GUIDE)
      const { sections, pictures } = readGuide(readFileSync(GUIDE, 'utf8'), pictureSize)
      const imports = pictures.map(
        (path, index) => `import picture${index} from ${JSON.stringify(`${join(DOCS, path)}?url`)}`,
      )
      const text = pictures.reduce(
        (json, _, index) => json.replaceAll(pictureMark(index), `" + picture${index} + "`),
        JSON.stringify(sections),
      )
      return `${imports.join('\n')}\nexport const sections = ${text}`
    },
  }
}

function readGuide(
  markdown: string,
  sizeOf: (path: string) => { width: number; height: number },
): { sections: GuideSection[]; pictures: string[] } {
  const slugger = new GithubSlugger()
  const pictures: string[] = []
  const writer = createMarkdown({ html: false })
  writer.renderer.rules['text'] = (tokens, index) =>
    writer.utils.escapeHtml(withFrenchSpaces(tokens[index]?.content ?? ''))
  writer.renderer.rules['image'] = (tokens, index) => {
    const token = tokens[index]
    const path = String(token?.attrGet('src'))
    const { width, height } = sizeOf(path)
    const alt = writer.utils.escapeHtml(token?.content ?? '')
    pictures.push(path)
    return `<img src="${pictureMark(pictures.length - 1)}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`
  }
  const [, ...parts] = markdown.split(/^## /m)
  const sections = parts.map((part) => {
    const [title = '', ...lines] = part.split('\n')
    return { id: slugger.slug(title), title, html: writer.render(lines.join('\n')) }
  })
  return { sections, pictures }
}

/** The first chunk of a PNG tells its size. */
function pictureSize(path: string): { width: number; height: number } {
  const header = readFileSync(join(DOCS, path)).subarray(16, 24)
  return { width: header.readUInt32BE(0), height: header.readUInt32BE(4) }
}
