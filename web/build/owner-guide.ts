import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import GithubSlugger from 'github-slugger'
import createMarkdown from 'markdown-it'
import type { Plugin } from 'vite'

type GuideSection = { id: string; title: string; html: string }

const DOCS = join(import.meta.dirname, '../../docs')
const GUIDE = join(DOCS, 'guide-proprietaire.md')
const MODULE = 'virtual:owner-guide'
const RESOLVED = `\0${MODULE}`

/** Stands in the text for the address that a picture gets in the build. */
const pictureMark = (index: number) => `{picture ${index}}`

/**
 * Gives the dashboard the owner's guide as a module, made from the file of the docs: a section for each of its headings.
 * Its pictures become files of the site.
 */
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

/** Returns the sections of the guide below its title, and the pictures to which their HTML refers by mark. */
export function readGuide(
  markdown: string,
  sizeOf: (path: string) => { width: number; height: number },
): { sections: GuideSection[]; pictures: string[] } {
  const slugger = new GithubSlugger()
  const pictures: string[] = []
  const writer = createMarkdown({ html: false })
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
