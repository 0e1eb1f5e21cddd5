import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Text that has not been rewritten yet. */
const PENDING = [
  'functions/**',
  'scripts/create-*.test.ts',
  'scripts/{local,operations}/**',
  'shared/contract/**',
]

const FILES = globSync(['*.md', '{docs,functions,infra,scripts,shared}/**/*.{ts,tsx,mjs,md}'], {
  cwd: ROOT,
  exclude: [...PENDING, '**/words.test.ts', 'node_modules/**'],
})

/** Numbers of rules and promises that no file of the repository declares; S3 and cdk-nag's S1 are Amazon's. */
const OUTSIDE =
  /(?<!-)\b(?:[DPR]\d{1,2}|S(?:[12]|[4-9]|1\d))\b|\b[Ss]pec(?:ification)? section\b|\b[Bb]ars? [A-Z]\d|\b(?:quality|architecture|spec|style|toolchain)\.md\b/
const VAGUE = /\b(?:whoever|nobody|somebody|anybody)\b/i

test.each([
  { title: 'refers to nothing outside the repository', pattern: OUTSIDE },
  { title: 'names people by their role, not by an indefinite pronoun', pattern: VAGUE },
])('$title', ({ pattern }) => {
  expect(FILES.length).toBeGreaterThan(100)
  const found = FILES.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
