import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findTrack, TRACK_CODES } from '#shared/catalogue/tracks.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

type Example = { file: string; imports: string }

/** Imports that .oxlintrc.json refuses, one a file. */
const refused: Example[] = [
  { file: 'shared/domain/a.ts', imports: '@aws-sdk/client-dynamodb' },
  { file: 'shared/domain/b.ts', imports: 'react' },
  { file: 'shared/domain/c.ts', imports: 'node:crypto' },
  { file: 'shared/domain/d.ts', imports: '#functions/data/keys.ts' },
  { file: 'shared/domain/e.ts', imports: '../../web/src/lib/config.ts' },
  { file: 'shared/domain/f.test.ts', imports: '#functions/data/keys.ts' },
  { file: 'functions/session/a.ts', imports: '#infra/stages.ts' },
  { file: 'functions/session/b.ts', imports: '#web/lib/config.ts' },
  { file: 'functions/session/c.ts', imports: '#scripts/start.ts' },
  { file: 'functions/session/i.ts', imports: '#scripts/local/users/server.ts' },
  { file: 'functions/session/j.test.ts', imports: '#scripts/operations/ask.ts' },
  { file: 'functions/test-support/a.ts', imports: '#infra/stages.ts' },
  { file: 'functions/session/d.ts', imports: '@aws-sdk/client-dynamodb' },
  { file: 'functions/session/e.ts', imports: '@aws-sdk/lib-dynamodb' },
  { file: 'functions/session/f.ts', imports: '../../shared/entities/user.ts' },
  { file: 'functions/session/g.ts', imports: 'aws-cdk-lib/aws-lambda' },
  { file: 'functions/session/h.ts', imports: '@aws-sdk/client-cognito-identity-provider' },
  { file: 'functions/admin/a.ts', imports: '@aws-sdk/lib-dynamodb' },
  { file: 'functions/admin/b.ts', imports: '@aws-sdk/client-cognito-identity-provider' },
  { file: 'functions/account/a.ts', imports: '@aws-sdk/client-cognito-identity-provider' },
  { file: 'functions/account/b.ts', imports: '@aws-sdk/lib-dynamodb' },
  { file: 'functions/account/c.ts', imports: '../admin/delete-user.ts' },
  { file: 'functions/admin/c.ts', imports: '@aws-sdk/client-cloudfront' },
  { file: 'functions/files/a.ts', imports: '@aws-sdk/client-secrets-manager' },
  { file: 'functions/aws/a.ts', imports: '../http/log.ts' },
  { file: 'functions/aws/b.ts', imports: '@aws-sdk/client-dynamodb' },
  { file: 'functions/data/a.ts', imports: '../http/guard.ts' },
  { file: 'functions/data/b.ts', imports: '@aws-sdk/client-cognito-identity-provider' },
  { file: 'infra/stacks/a.ts', imports: '#functions/data/users.ts' },
  { file: 'infra/stacks/b.ts', imports: '#functions/session/handler.ts' },
  { file: 'infra/stacks/c.ts', imports: '../../functions/session/handler.ts' },
  { file: 'infra/stacks/d.ts', imports: '#web/lib/config.ts' },
  { file: 'infra/stacks/e.ts', imports: '#functions/data/keys.ts' },
  { file: 'infra/stacks/f.test.ts', imports: '#functions/data/users.ts' },
  { file: 'web/src/app/a.tsx', imports: '#functions/session/handler.ts' },
  { file: 'web/src/app/b.tsx', imports: '#infra/stages.ts' },
  { file: 'web/src/app/c.tsx', imports: '@aws-sdk/client-dynamodb' },
  { file: 'web/src/features/subjects/a.tsx', imports: '#web/features/files/viewer.tsx' },
  { file: 'web/src/features/subjects/b.tsx', imports: '../files/viewer.tsx' },
  { file: 'web/src/features/subjects/c.tsx', imports: '#web/app/router.tsx' },
  { file: 'web/src/features/subjects/d.tsx', imports: '../../app/router.tsx' },
  { file: 'web/src/features/subjects/requests/e.ts', imports: '../../files/viewer.tsx' },
  { file: 'web/src/features/subjects/requests/f.ts', imports: '../../../app/router.tsx' },
  { file: 'web/src/ui/a.tsx', imports: '#web/features/files/viewer.tsx' },
  { file: 'web/src/ui/b.tsx', imports: '../app/router.tsx' },
  { file: 'web/src/lib/a.ts', imports: '../features/files/viewer.tsx' },
  { file: 'web/src/lib/api/b.ts', imports: '../../app/router.tsx' },
]

/** Imports that it allows, so that a rule that refuses everything fails too. */
const allowed: Example[] = [
  { file: 'shared/contract/z.ts', imports: 'valibot' },
  { file: 'shared/contract/y.ts', imports: '../domain/user.ts' },
  { file: 'shared/contract/x.test.ts', imports: 'fast-check' },
  { file: 'functions/session/z.ts', imports: '#shared/entities/user.ts' },
  { file: 'functions/session/y.ts', imports: '../data/users.ts' },
  { file: 'functions/session/x.ts', imports: '@middy/core' },
  { file: 'functions/session/w.test.ts', imports: '#scripts/local/users/server.ts' },
  { file: 'functions/test-support/z.ts', imports: '#scripts/local/drive/server.ts' },
  { file: 'functions/data/z.ts', imports: '@aws-sdk/lib-dynamodb' },
  { file: 'functions/aws/z.ts', imports: '@aws-sdk/client-cognito-identity-provider' },
  { file: 'functions/account/z.ts', imports: '../account-processes/delete-account.ts' },
  { file: 'infra/stacks/z.ts', imports: '#functions/session/environment.ts' },
  { file: 'infra/stacks/y.ts', imports: '#functions/data/table-shape.ts' },
  { file: 'infra/stacks/x.ts', imports: '#shared/contract/routes.ts' },
  { file: 'infra/stacks/w.ts', imports: '../constructs/edge.ts' },
  { file: 'infra/stacks/v.test.ts', imports: '#functions/data/keys.ts' },
  { file: 'web/src/app/z.tsx', imports: '#web/features/subjects/page.tsx' },
  { file: 'web/src/app/y.tsx', imports: '../features/subjects/page.tsx' },
  { file: 'web/src/features/subjects/z.tsx', imports: '#web/ui/page.tsx' },
  { file: 'web/src/features/subjects/y.tsx', imports: '../../lib/config.ts' },
  { file: 'web/src/features/subjects/requests/x.ts', imports: '../texts.ts' },
  { file: 'web/src/features/subjects/requests/w.ts', imports: '../../../lib/api/client.ts' },
  { file: 'web/src/ui/z.tsx', imports: './button.tsx' },
  { file: 'scripts/z.ts', imports: '#functions/data/users.ts' },
  { file: 'scripts/y.ts', imports: '#infra/stages.ts' },
]

/** Each way to write a track that is declared in shared/catalogue alone. */
const track = findTrack(TRACK_CODES[0])
const trackLiterals = {
  'functions/session/track-string.ts': `'${track.slug}'`,
  'functions/session/track-template.ts': `(id: string) => \`bac-${track.code}-\${id}\``,
  'functions/session/track-pattern.ts': `/^(?:${track.code}|XY)$/`,
  'web/src/app/track-text.tsx': `<p>Filière ${track.code}</p>`,
  'shared/catalogue/track.ts': `'${track.slug}'`,
}

/** Lines of a browser test that fail by chance, and what stands for them. */
const flakyLines: Record<string, string> = {
  'expect(await text.count()).toBe(1)': 'await expect(text).toHaveCount(1)',
  'expect(\n    await text.innerText(),\n  ).toBe("")': 'await expect(text).toHaveText("")',
  'expect.soft((await text.boundingBox())?.y).toBe(0)':
    'await expect.poll(async () => (await text.boundingBox())?.y).toBe(0)',
  'expect([await text.evaluate(String)]).toEqual([""])':
    'await expect.poll(() => text.evaluate(String)).toBe("")',
  'expect(await read(text)).toBe("")': 'await expect.poll(() => read(text)).toBe("")',
  'const [first] = await text.allInnerTexts()\n  expect(first).toBe("")':
    'const answer = await page.goto("/")\n  expect(answer?.status()).toBe(200)',
  'let shown: boolean\n  shown = await text.isVisible()\n  expect(shown, "shown").toBe(true)':
    'const opening = page.goto("/")\n  expect((await opening)?.ok()).toBe(true)',
  'await expect(async () => expect(await text.textContent()).toBe("")).toPass()':
    'const link = await text.getAttribute("href")\n  await expect(page).toHaveURL(link ?? "")',
  'await page.waitForLoadState("networkidle")': 'await page.waitForLoadState("load")',
  'await page.waitForTimeout(100)': 'await page.waitForEvent("load")',
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

const folder = mkdtempSync(join(ROOT, '.boundaries-'))
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
  for (const { file, imports } of [...refused, ...allowed])
    write(file, `import { part } from '${imports}'\n\nexport const used = part\n`)
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

test.each(refused)('$file may not import $imports', ({ file }) => {
  expect(findingsOf(file)).toContain('eslint(no-restricted-imports)')
})

test.each(allowed)('$file may import $imports', ({ file }) => {
  expect(findingsOf(file)).toEqual([])
})

test.each(Object.keys(trackLiterals))('%s may name a track only in shared/catalogue', (file) => {
  const isCatalogue = file.startsWith('shared/catalogue/')
  expect(findingsOf(file)).toEqual(isCatalogue ? [] : ['project(no-track-literal)'])
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
