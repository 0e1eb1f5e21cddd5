import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'

export const LICENCES = 'licences.txt'

/** Byte order mark, by which browsers read a text file as UTF-8. */
const UTF8 = '\uFEFF'

const INTRODUCTION = `Ce site est fait avec les logiciels libres suivants, que leurs auteurs mettent à disposition
sous les licences reproduites ici.
`

const RULE = '-'.repeat(80)

/** Files that licences require to be passed on. */
const NOTICE = /^(?:licen[cs]e|copying|notice)/i

type Notice = { title: string; text: string }

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

function noticeOf(folder: string): Notice {
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
