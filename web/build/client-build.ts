import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Rolldown } from 'vite'
import type { ClientBuild } from '#shared/contract/published-content.ts'

type Chunk = Rolldown.OutputChunk

/** The files that every page needs, and the further files of each page. */
export type ClientChunks = Pick<ClientBuild, 'pageScripts'> & {
  /** Addresses of the entry and its imports. */
  readonly entry: readonly string[]
  /** Addresses of the search's own chunks and their imports. */
  readonly search: readonly string[]
  /** Addresses of the scripts of a signed-in student, beyond the entry. */
  readonly account: readonly string[]
  /** Addresses of the files that list and show kept documents, beyond the entry. */
  readonly viewer: readonly string[]
  readonly style: string
}

/**
 * The modules of a signed-in student's pages: what every page loads for the account, the student's part of the home page,
 * and the page of the revisions.
 */
const ACCOUNT_MODULES = [
  'user-menu.tsx',
  'send-kept.ts',
  'send-exercises.ts',
  'student-marks.tsx',
  'practice-marks.tsx',
  'paper-done.tsx',
  'student-home.tsx',
  'revisions-page.tsx',
]

/** The modules that list kept documents and show a kept document, in addition to the public pages and those of the account. */
const VIEWER_MODULES = [
  'viewer-dialog.tsx',
  'pages-reader.tsx',
  'pages-panel.tsx',
  'practice-bar.tsx',
  'open-offline.ts',
  'follow-account.ts',
  'offline-page.tsx',
  'keep-offline.tsx',
]

/** @throws Error without exactly one entry and style, and for circular chunks or two pages of one name */
export function readClientChunks(output: Rolldown.RolldownOutput['output']): ClientChunks {
  const chunks = new Map(
    output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  )
  const entry = only(
    [...chunks.values()].filter(({ isEntry }) => isEntry),
    'entry',
  )
  const style = only(
    output.filter(({ fileName }) => fileName.endsWith('.css')),
    'style',
  )
  const closureOf = ({ fileName, imports }: Chunk, found = new Set<string>()): Set<string> => {
    if (found.has(fileName)) return found
    found.add(fileName)
    for (const name of imports) {
      const chunk = chunks.get(name)
      if (chunk) closureOf(chunk, found)
    }
    return found
  }
  const isCircular = ({ fileName, imports }: Chunk) =>
    imports.some((name) => closureOf(chunks.get(name) as Chunk).has(fileName))
  const circular = [...chunks.values()].filter(isCircular).map(({ fileName }) => fileName)
  // A circular chunk would run before the modules that it imports.
  if (circular.length > 0) throw new Error(`Chunks that import each other: ${circular.join(', ')}`)
  const everywhere = closureOf(entry)
  const beyondEntry = (files: Iterable<string>) =>
    [...files].filter((each) => !everywhere.has(each)).map(addressOf)
  const pageScripts: Record<string, string[]> = {}
  for (const chunk of chunks.values()) {
    const file = basename(chunk.facadeModuleId ?? '')
    if (!file.endsWith('-page.tsx')) continue
    const name = pascalCase(file.replace('.tsx', ''))
    if (pageScripts[name]) throw new Error(`Two pages have the name ${name}`)
    pageScripts[name] = beyondEntry(closureOf(chunk))
  }
  const filesOf = (modules: readonly string[]) =>
    new Set(
      modules.flatMap((file) => {
        const found = [...chunks.values()].filter(({ moduleIds }) =>
          moduleIds.some((id) => id.endsWith(`/${file}`)),
        )
        return [...closureOf(only(found, file))]
      }),
    )
  return {
    search: [...filesOf(['search-dialog.tsx', 'search-index.ts'])].map(addressOf),
    account: beyondEntry(filesOf(ACCOUNT_MODULES)),
    viewer: beyondEntry(filesOf(VIEWER_MODULES)),
    entry: [...everywhere].map(addressOf),
    style: addressOf(style.fileName),
    pageScripts,
  }
}

function addressOf(fileName: string): string {
  return `/${fileName}`
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function only<T>(found: readonly T[], what: string): T {
  const [first] = found
  if (!first || found.length > 1) throw new Error(`The build has ${found.length} files as ${what}`)
  return first
}

export const LICENCES = 'licences.txt'

/** Byte order mark, by which browsers read a text file as UTF-8. */
const UTF8 = '\uFEFF'

const INTRODUCTION = `Ce site est fait avec les logiciels libres suivants, que leurs auteurs mettent à disposition
sous les licences reproduites ici.
`

const RULE = '-'.repeat(80)

/** Files that licences require to be passed on. */
const NOTICE = /^(?:licen[cs]e|copying|notice)/i

/**
 * Returns the licences of every package in the built files: MIT, BSD, ISC and Apache require copies to carry them, and
 * minified scripts do not.
 * @param outputs of all builds that browsers receive
 * @throws Error when a package names no licence
 */
export function licencesText(outputs: readonly Rolldown.RolldownOutput['output'][number][]): string {
  const modules = outputs.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  const folders = new Set(modules.flatMap((id) => packageFolder(id) ?? []))
  const notices = [...folders].map(noticeOf).toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
  const titlesByText = new Map<string, Set<string>>()
  for (const { title, text } of notices)
    titlesByText.set(text, (titlesByText.get(text) ?? new Set()).add(title))
  const sections = [...titlesByText].map(([text, titles]) => [RULE, ...titles, '', text].join('\n'))
  return UTF8 + [INTRODUCTION, ...sections].join('\n')
}

/** Returns the folder of a module's package; null for the modules of the site and of the bundler. */
function packageFolder(id: string): string | null {
  const [path = ''] = id.replace(/^\0/, '').split('?')
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0] ?? null
}

function noticeOf(folder: string): { title: string; text: string } {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string; license?: string; author?: string | { name: string } }
  if (!license) throw new Error(`${name} says nothing of its licence`)
  const texts = noticeFiles(folder).map((file) => readFileSync(file, 'utf8').trim())
  const by = typeof author === 'object' ? author.name : author
  return {
    title: `${name} ${version} (${license})`,
    text: texts.length > 0 ? `${texts.join('\n\n')}\n` : `Licence ${license}${by ? `, ${by}` : ''}\n`,
  }
}

function noticeFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => NOTICE.test(name))
    .toSorted()
    .map((name) => join(folder, name))
}
