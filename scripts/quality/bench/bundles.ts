import { globSync } from 'node:fs'
import { build } from 'esbuild'
import { esbuildSettings, externalModules, PDF_TEXT_THREAD } from '#infra/bundling.ts'

/** The entries of all functions, as the stacks name them, relative to the root. */
export const functionEntries = globSync(
  'functions/{*/handler,files/origin,account/reconcile-accounts,documents/check-documents,identity/{pre,post}-*([a-z-])}.ts',
).toSorted()

/** What functions run in threads, from files of their own. */
export const threadEntries = [`functions/${PDF_TEXT_THREAD}.ts`]

const STUDENTS = /^functions\/(?:session|files|catalogue|progress)\//

/** Which limit the file of a function or thread has: students wait for the functions that they call, a thread for a new paper. */
export function bundleLimit(entry: string): 'studentBundle' | 'otherBundle' | 'threadBundle' {
  if (threadEntries.includes(entry)) return 'threadBundle'
  return STUDENTS.test(entry) ? 'studentBundle' : 'otherBundle'
}

export type FunctionBundle = {
  code: Uint8Array
  /** kB (1,000 bytes), as uploaded. */
  kilobytes: number
  /** The largest packages and folders in it. */
  largest: { name: string; kilobytes: number }[]
  /** Modules of Node that are loaded at the start. */
  loadedAtStart: string[]
}

/** An entry bundled as for a deployment: minified, in one file. @param entry relative to the root */
export async function bundleFunction(entry: string): Promise<FunctionBundle> {
  const { outputFiles, metafile } = await build({
    ...esbuildSettings,
    external: externalModules(entry.replace(/^functions\/|\.ts$/g, '')),
    entryPoints: [entry],
    minify: true,
    metafile: true,
    write: false,
  })
  const [file] = outputFiles
  const [output] = Object.values(metafile.outputs)
  if (!file || !output) throw new Error(`esbuild made nothing of ${entry}`)
  return {
    code: file.contents,
    kilobytes: file.contents.length / 1000,
    largest: largestOf(output.inputs),
    loadedAtStart: output.imports.flatMap(({ path, kind }) => (kind === 'import-statement' ? [path] : [])),
  }
}

const SHOWN = 5

function largestOf(inputs: Record<string, { bytesInOutput: number }>): FunctionBundle['largest'] {
  const sums = new Map<string, number>()
  for (const [path, { bytesInOutput }] of Object.entries(inputs))
    sums.set(originOf(path), (sums.get(originOf(path)) ?? 0) + bytesInOutput)
  return [...sums]
    .map(([name, bytes]) => ({ name, kilobytes: bytes / 1000 }))
    .toSorted((one, other) => other.kilobytes - one.kilobytes)
    .slice(0, SHOWN)
}

/** 'node_modules/@smithy/core/…' → '@smithy/core', 'functions/data/keys.ts' → 'functions/data'. */
function originOf(path: string): string {
  const names = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)
  return names?.[1] ?? path.split('/').slice(0, 2).join('/')
}
