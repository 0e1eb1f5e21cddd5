import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'

/** Where the notices are served. */
export const LICENCES = 'licences.txt'

/** A text file says nothing of its encoding but by this sign; names and quotation marks need it. */
const UTF8 = '\uFEFF'

const INTRODUCTION = `Ce site est fait avec les logiciels libres suivants, que leurs auteurs mettent à disposition
sous les licences reproduites ici.
`

const RULE = '-'.repeat(80)

/** Texts that a licence asks to pass on. */
const NOTICE = /^(?:licen[cs]e|copying|notice)/i

type Notice = { title: string; text: string }

/**
 * The licences of every package of which something stands in the built files, as their authors wrote them: MIT, BSD,
 * ISC and Apache ask that copies carry them, and a minified script does not.
 * @param outputs of all builds that browsers get something of
 * @throws Error when a package says nothing of its licence
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

/** The package that a module is of; null for the site's own and for what the bundler adds. */
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
