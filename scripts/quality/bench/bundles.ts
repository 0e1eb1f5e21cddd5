import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { functionBundles, METAFILE, threadEntries } from '#infra/bundling.ts'

const STUDENTS = /^(?:session|files|catalogue|progress)\//

export function bundleLimit(entry: string): 'studentBundle' | 'otherBundle' | 'threadBundle' {
  if (threadEntries.includes(entry)) return 'threadBundle'
  return STUDENTS.test(entry) ? 'studentBundle' : 'otherBundle'
}

export type FunctionBundle = {
  /** kB (1,000 bytes), as uploaded. */
  kilobytes: number
  loadedAtStart: string[]
}

/** @param entry such as 'session/handler' */
export function readBundle(entry: string): FunctionBundle {
  const { outputs } = JSON.parse(readFileSync(join(functionBundles(), METAFILE), 'utf8')) as Metafile
  const output = Object.values(outputs).find(({ entryPoint }) => entryPoint === `functions/${entry}.ts`)
  if (!output) throw new Error(`No bundle of ${entry}`)
  return {
    kilobytes: output.bytes / 1000,
    loadedAtStart: output.imports.flatMap(({ path, kind }) => (kind === 'import-statement' ? [path] : [])),
  }
}
