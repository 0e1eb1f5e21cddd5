import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findTrack, TRACK_CODES } from '#shared/catalogue/tracks.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Each way to import what the table of boundaries does not allow. */
const refusedImports = {
  'functions/session/static.ts': "import { part } from '../files/part.ts'\n\nexport const used = part\n",
  'functions/session/dynamic.ts': "export const part = await import('../files/part.ts')\n",
  'functions/session/export.ts': "export { part } from '../files/part.ts'\n",
  'functions/session/export-all.ts': "export * from '../files/part.ts'\n",
}

/** Each way to write a track that is declared in shared/catalogue alone. */
const track = findTrack(TRACK_CODES[0])
const trackLiterals = {
  'functions/session/track-string.ts': `'${track.slug}'`,
  'functions/session/track-template.ts': `(id: string) => \`bac-${track.code}-\${id}\``,
  'functions/session/track-pattern.ts': `/^(?:${track.code}|XY)$/`,
  'web/src/app/track-text.tsx': `<p>Filière ${track.code}</p>`,
  'shared/catalogue/track.ts': `'${track.slug}'`,
}

/** Files with words that the project does without, and one with none. */
const words = {
  'shared/words-comment.ts': '/** Of two changes, the first. */\nexport const text = 1\n',
  'shared/words-fragment.ts': '/** Whether it has ended. */\nexport const text = true\n',
  'shared/words-since.ts': '// The state may change meanwhile.\nexport const text = 1\n',
  'shared/words-text.ts': "export const text = 'asks whoever reads it'\n",
  'shared/words-outside.ts': '/** Fails as P7 demands. */\nexport const text = 1\n',
  'shared/words-plain.ts': "/** Counts changes of S3 objects. */\nexport const text = 'Of course'\n",
}

/** Lines of a browser test that fail by chance, and what stands for them. */
const flakyLines: Record<string, string> = {
  'expect(await text.count()).toBe(1)': 'await expect(text).toHaveCount(1)',
  'expect([await text.evaluate(String)]).toEqual([""])':
    'await expect.poll(() => text.evaluate(String)).toBe("")',
  'expect(await read(text)).toBe("")': 'await expect.poll(() => read(text)).toBe("")',
  'await expect(async () => expect(await text.textContent()).toBe("")).toPass()':
    'const link = await text.getAttribute("href")\n  await expect(page).toHaveURL(link ?? "")',
  'await page.waitForLoadState("networkidle")': 'await page.waitForLoadState("load")',
  'await page.waitForTimeout(100)': 'await page.waitForEvent("load")',
  'await page.context().setOffline(true)': 'await page.context().setOffline(false)',
}
const browserTest = (line: string) => `import { expect, type Locator, test } from '@playwright/test'

declare const read: (text: Locator) => Promise<string>
test('a story', async ({ page }) => {
  const text = page.locator('p')
  ${line}
  await expect.poll(() => read(text)).toBe('')
})
`

type Finding = { code: string; filename: string }

const folder = mkdtempSync(join(ROOT, '.lint-'))
let findings: Finding[]

beforeAll(() => {
  const write = (file: string, text: string) => {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  write(
    '.oxlintrc.json',
    readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8').replaceAll('"./scripts/', `"${ROOT}scripts/`),
  )
  for (const [file, text] of Object.entries({ ...refusedImports, ...words })) write(file, text)
  write('shared/cycle/one.ts', "import { two } from './two.ts'\n\nexport const one = () => two\n")
  write('shared/cycle/two.ts', "import { one } from './one.ts'\n\nexport const two = () => one\n")
  write('shared/barrel/index.ts', "export * from '../cycle/one.ts'\nexport * from '../cycle/two.ts'\n")
  for (const [file, line] of Object.entries(trackLiterals)) write(file, `export const text = ${line}\n`)
  for (const [index, lines] of Object.entries(flakyLines).entries())
    for (const [kind, line] of lines.entries())
      write(`web/e2e/story-${index}-${kind}.spec.ts`, browserTest(line))
  write('shared/explicit-any.ts', 'export const size = (list: any) => String(list)\n')
  const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint')
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, '--format', 'json', '.'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (!stdout.startsWith('{')) throw new Error(`oxlint did not run: ${stdout}${stderr}`)
  const report = JSON.parse(stdout) as { diagnostics: Finding[] }
  findings = report.diagnostics
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const findingsOf = (file: string) =>
  findings.filter(({ filename }) => filename.endsWith(file)).map(({ code }) => code)

test.each(Object.keys(refusedImports))('the boundaries between rooms hold in %s', (file) => {
  expect(findingsOf(file)).toContain('project(import-boundaries)')
})

test.each(Object.keys(trackLiterals))('%s may name a track only in shared/catalogue', (file) => {
  const isCatalogue = file.startsWith('shared/catalogue/')
  expect(findingsOf(file)).toEqual(isCatalogue ? [] : ['project(no-track-literal)'])
})

test.each(Object.keys(words))('%s is refused for its words, except for plain ones', (file) => {
  expect(findingsOf(file)).toEqual(file.endsWith('plain.ts') ? [] : ['project(plain-words)'])
})

test.each(Object.keys(flakyLines).map((line, index) => ({ line, index })))(
  'a browser test may not say: $line',
  ({ index }) => {
    expect(findingsOf(`story-${index}-0.spec.ts`)).toEqual(['project(no-flaky-test)'])
    expect(findingsOf(`story-${index}-1.spec.ts`)).toEqual([])
  },
)

test.each([
  { file: 'shared/cycle/one.ts', code: 'import(no-cycle)' },
  { file: 'shared/barrel/index.ts', code: 'oxc(no-barrel-file)' },
  { file: 'shared/explicit-any.ts', code: 'typescript(no-explicit-any)' },
])('$code is refused in $file', ({ file, code }) => {
  expect(findingsOf(file)).toContain(code)
})
