import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import GithubSlugger from 'github-slugger'
import { chooseRunners, listUnitTests } from './unit-runners.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT })
const pages = ['*.md', 'docs/**/*.md', '.github/**/*.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: ROOT }),
)
const sources = globSync(['{functions,infra,scripts,shared,web}/**/*.{ts,tsx,mjs}', '.github/**/*.yml'], {
  cwd: ROOT,
})
const { scripts, version } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>
  version: string
}
const LONGEST_LINE = 120
const MOST_TERMS = 40

test('finds the workflows and pages to check', () => {
  expect(workflows.length).toBeGreaterThan(2)
  expect(pages.length).toBeGreaterThan(15)
  expect(sources.length).toBeGreaterThan(500)
})

describe.each(workflows)('%s', (file) => {
  const content = read(file)

  test('parses as a GitHub workflow', () => {
    const { context } = parseWorkflow({ name: file, content }, new NoOperationTraceWriter())
    expect(context.errors.getErrors().map(({ message }) => message)).toEqual([])
  })

  test('pins each action to a commit and says its version', () => {
    const used = [...content.matchAll(/^\s*(?:- )?uses: (.+)$/gm)].map(([, action]) => action)
    expect(used.length).toBeGreaterThan(0)
    for (const action of used) expect(action).toMatch(/^\.\/|@[\da-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test('grants no permission by default and uses no stored key', () => {
    expect(content).toMatch(/^permissions: \{\}$/m)
    expect(content).not.toMatch(/secrets\.|aws-(?:access-key-id|secret-access-key)|pull_request_target/)
  })

  test('puts no expression into a shell command', () => {
    const commands = [...content.matchAll(/\brun: (.+)$/gm)].map(([, command]) => command)
    expect(commands.filter((command) => command?.includes('${{'))).toEqual([])
  })
})

test.each([...workflows, ...pages])('%s names existing npm scripts', (file) => {
  const named = [...read(file).matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test.each(workflows)('%s runs existing unit tests', (file) => {
  const files = listUnitTests(ROOT)
  for (const [, parts = ''] of read(file).matchAll(/npm run test:unit -- (.+)/g))
    expect(() => chooseRunners(parts.split(' '), files)).not.toThrow()
})

test.each(pages)('%s links to existing pages and headings', (file) => {
  expect(linksOf(read(file)).filter((link) => !leadsSomewhere(file, link))).toEqual([])
})

test.each(pages)('%s names existing files and folders', (file) => {
  expect(pathsIn(read(file)).filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test.each(pages)(`%s has no line of prose longer than ${LONGEST_LINE} characters`, (file) => {
  const lines = withoutFences(read(file)).split('\n')
  // A row of a table is one line, and an address at the end of one cannot be broken.
  const breakable = lines.filter((line) => !/^\||\(https:\S+$/.test(line))
  expect(breakable.filter((line) => line.length > LONGEST_LINE)).toEqual([])
})

test('code refers to existing pages and headings', () => {
  const broken = sources.flatMap((file) =>
    [...read(file).matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)]
      .filter(([link]) => !leadsSomewhere('README.md', link))
      .map(([link]) => `${file}: ${link}`),
  )
  expect(broken).toEqual([])
})

const FOLLOWED = 'docs/how-it-works.md'
const steps = [...read(FOLLOWED).matchAll(/^\| `(\w+)` \| `([^`]+)` \|/gm)].map(
  ([, name = '', folder = '']) => ({ name, folder }),
)

test(`${FOLLOWED} names what its folders declare`, () => {
  expect(steps.length).toBeGreaterThan(25)
  const missing = steps.filter(({ name, folder }) => {
    const declaration = new RegExp(`\\b(?:class|const|function) ${name}\\b`)
    return !sources.some((file) => file.startsWith(`${folder}/`) && declaration.test(read(file)))
  })
  expect(missing).toEqual([])
})

test('every decision stands in the index', () => {
  const index = 'docs/decisions/README.md'
  const decisions = pages.filter((page) => /^docs\/decisions\/\d/.test(page)).map((page) => basename(page))
  expect(linksOf(read(index))).toEqual(expect.arrayContaining(decisions))
})

test(`the glossary holds at most ${MOST_TERMS} terms, each of them in use`, () => {
  const [, glossary = ''] = read('CONTRIBUTING.md').split('## Glossary')
  const terms = [...glossary.matchAll(/^- \*\*([^*]+)\*\*:/gm)].map(([, names = '']) => names.split(', '))
  expect(terms.length).toBeGreaterThan(20)
  expect(terms.length).toBeLessThanOrEqual(MOST_TERMS)
  const prose = [...sources, ...pages.filter((page) => page !== 'CONTRIBUTING.md')]
    .map(read)
    .join('\n')
    .toLowerCase()
  expect(terms.flat().filter((term) => !prose.includes(term.toLowerCase()))).toEqual([])
})

test('the changelog begins with the version of package.json', () => {
  const released = /^## \[(\d[^\]]*)\] - \d{4}-\d{2}-\d{2}$/m.exec(read('CHANGELOG.md'))
  expect(released?.[1]).toBe(version)
})

/** Paths of the repository that stand as code; those with a placeholder name none. */
function pathsIn(markdown: string): string[] {
  const code = [...withoutFences(markdown).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
  return code.filter((text) =>
    /^(?:\.ci|\.github|docs|functions|infra|scripts|shared|web)(?:\/[\w.-]+)+\/?$/.test(text),
  )
}

/** Lists addresses in links and pictures, without those in code. */
function linksOf(markdown: string): string[] {
  const prose = withoutFences(markdown).replaceAll(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, address = '']) => address)
}

function withoutFences(markdown: string): string {
  return markdown.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1\s*$/gm, '')
}

/** Tells whether a link leads to a page and heading. Other sites are not requested: a test needs no network. */
function leadsSomewhere(file: string, link: string): boolean {
  if (/^(?:https?|mailto):/.test(link)) return true
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? file : join(dirname(file), decodeURIComponent(path))
  if (!existsSync(join(ROOT, target))) return false
  return anchor === undefined || headingsOf(read(target)).has(anchor)
}

/** Lists the anchors that GitHub gives a page's headings. */
function headingsOf(markdown: string): Set<string> {
  const slugger = new GithubSlugger()
  return new Set(
    [...withoutFences(markdown).matchAll(/^#{1,6} (.+)$/gm)].map(([, text = '']) => slugger.slug(text)),
  )
}
