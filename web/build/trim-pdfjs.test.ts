import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutUnused } from './trim-pdfjs.ts'

const PDFJS = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'legacy/build')
const FILES = ['pdf.mjs', 'pdf.worker.mjs'] as const
const source = (file: string) => readFileSync(join(PDFJS, file), 'utf8')

/** core-js looks for it behind `typeof`-like checks: Internet Explorer. */
const GLOBALS = { ActiveXObject: 'readonly' }

test('the rest of both files names nothing that was left out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pdfjs-'))
  try {
    const config = join(folder, 'oxlint.json')
    const env = { builtin: true, browser: true, worker: true, node: true }
    writeFileSync(config, JSON.stringify({ env, globals: GLOBALS, categories: { correctness: 'off' } }))
    const trimmed = FILES.map((file) => join(folder, file))
    for (const file of FILES) writeFileSync(join(folder, file), withoutUnused(source(file), file))
    const args = ['-c', config, '-D', 'no-undef', ...trimmed]
    const { stdout, status } = spawnSync('oxlint', args, { encoding: 'utf8' })
    expect(stdout).toContain('Found 0 warnings and 0 errors')
    expect(status).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.each(FILES)('refuses another version of %s, whose parts have other names', (file) => {
  const renamed = source(file).replaceAll(/^;\/\/ \.\/src\/\S+\/xfa\S+$/gm, ';// ./src/forms.js')
  expect(() => withoutUnused(renamed, file)).toThrow(/has no src\/\S+xfa/)
})
