import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const FILES = globSync(['*.md', '{docs,functions,infra,scripts,shared,web}/**/*.{ts,tsx,mjs,md}'], {
  cwd: ROOT,
  exclude: ['**/words.test.ts', 'node_modules/**', 'web/dist/**'],
})

/** Numbers of rules and promises that no file of the repository declares; S3 and cdk-nag's S1 are Amazon's. */
const OUTSIDE =
  /(?<!-)\b(?:[DPR]\d{1,2}|S(?:[12]|[4-9]|1\d))\b|\b[Ss]pec(?:ification)? section\b|\b[Bb]ars? [A-Z]\d|\b(?:api|quality|architecture|spec|style|toolchain)\.md\b/
const VAGUE = /\b(?:whoever|nobody|somebody|anybody|everybody)\b/i
const GENDERED = /\b(?:he|him|his|she|hers?)\b/i

test.each([
  { title: 'refers to nothing outside the repository', pattern: OUTSIDE },
  { title: 'names people by their role, not by an indefinite pronoun', pattern: VAGUE },
  { title: 'speaks of a user as they', pattern: GENDERED },
])('$title', ({ pattern }) => {
  expect(FILES.length).toBeGreaterThan(100)
  const found = FILES.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
