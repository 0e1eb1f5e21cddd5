import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '#scripts/operations/cdk.ts'
import { table } from '../cost/format.ts'
import { bars } from './bars.ts'
import { type Bar, type Figure, isHeld } from './figure.ts'
import { type KeptPart, PARTS, type Part, type Results } from './report.ts'
import { DOCUMENTED, writeResults } from './results.ts'
import { limitOf, valueOf } from './terminal.ts'

/** What was measured of every part. */
export type WholeResults = Record<Part, KeptPart>

/** Pages of the documentation that show figures, each between `<!-- bench:name -->` and `<!-- /bench -->`. */
export const PAGES = ['docs/performance.md', 'README.md'] as const

/** @throws Error naming the parts that were not measured */
export function wholeResults(results: Results): WholeResults {
  const missing = PARTS.filter((part) => results[part] === undefined)
  if (missing.length > 0)
    throw new Error(
      `Rien n'est écrit, il manque ${missing.join(', ')} : ${missing
        .map((part) => `npm run bench -- --only ${part}`)
        .join(' ; ')}`,
    )
  return results as WholeResults
}

/** Puts results into the documentation. */
export async function writePages(results: WholeResults): Promise<void> {
  await writeResults(DOCUMENTED, results)
  for (const page of PAGES) await writeFile(join(ROOT, page), filled(readPage(page), results))
}

export function readPage(page: (typeof PAGES)[number]): string {
  return readFileSync(join(ROOT, page), 'utf8')
}

/** A page with its figures as they were measured. @throws Error when it asks for something that is not known */
export function filled(page: string, results: WholeResults): string {
  return page.replaceAll(
    /(<!-- bench:(\w+) -->\n)[\s\S]*?(<!-- \/bench -->)/g,
    (_, before: string, name: string, after: string) => {
      const section = sections[name as keyof typeof sections]
      if (!section) throw new Error(`Nothing is known of bench:${name}`)
      return `${before}${section(results)}\n${after}`
    },
  )
}

const sections = {
  summary,
  machine,
  functions: (results: WholeResults) => partSection(results.functions),
  api: (results: WholeResults) => figureSection(results.api.figures),
  scale: (results: WholeResults) => figureSection(results.scale.figures),
  web: (results: WholeResults) => partSection(results.web),
}

function machine(results: WholeResults): string {
  const rows = PARTS.map((part) => [part, results[part].measuredAt.slice(0, 10), results[part].machine])
  return table(['part', 'measured', 'on'], rows)
}

function partSection({ figures, tables }: KeptPart): string {
  const printed = tables.map(
    ({ title, head, rows }) =>
      `${title}:\n\n${table(
        head,
        rows.map((row) => row.map(String)),
      )}`,
  )
  return [figureSection(figures), ...printed].join('\n\n')
}

function figureSection(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.bar,
    figure.what,
    valueOf(figure),
    limitOf(figure),
    isHeld(figure) ? 'held' : '**exceeded**',
  ])
  return table(['bar', 'figure', 'reached', 'limit', ''], rows)
}

/** What somebody wants to know who looks at the project for the first time. */
const SHOWN: { bar: Bar; words: string }[] = [
  { bar: bars.homeScript, words: 'script on the home page, gzip' },
  { bar: bars.homePaint, words: 'largest paint of the home page, against a static page of the same HTML' },
  { bar: bars.chapterPaint, words: 'the same of a chapter' },
  { bar: bars.bundle, words: "largest function's file" },
  {
    bar: bars.firstAnswer,
    words: 'processor time of a cold start with its first answer, against a bare handler',
  },
  {
    bar: bars.warmCall,
    words: 'processor time of a warm call, against a bare handler that makes the same calls',
  },
  { bar: bars.heartbeatWrites, words: 'a heartbeat, write units (and no read)' },
  { bar: bars.callsPerHour, words: 'calls of an open page in an hour' },
  { bar: bars.costPerThousand, words: 'a month of 1,000 students, variable parts' },
]

function summary(results: WholeResults): string {
  const figures = PARTS.flatMap((part) => results[part].figures)
  const rows = SHOWN.map(({ bar, words }) => {
    const own = figures.filter((figure) => isOf(figure, bar))
    const worst = own.toSorted((one, other) => other.value - one.value)[0]
    if (!worst) throw new Error(`No figure of ${bar.bar}: ${words}`)
    return [words, inEnglish(valueOf(worst)), inEnglish(limitOf(worst)), isHeld(worst) ? '' : '**exceeded**']
  })
  return table(['figure', 'reached', 'bar', ''], rows)
}

function isOf(figure: Figure, { bar, unit, limit }: Bar): boolean {
  return figure.bar === bar && figure.unit === unit && JSON.stringify(figure.limit) === JSON.stringify(limit)
}

function inEnglish(text: string): string {
  return text
    .replace(/ ko$/, ' kB')
    .replace(/ unité\(s\)$/, '')
    .replace(/([\d.]+) \$$/, '$$$1')
}
