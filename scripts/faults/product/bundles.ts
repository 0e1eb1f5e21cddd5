import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { esbuildSettings } from '#infra/bundling.ts'
import { stageNames } from '#infra/names.ts'
import { ROOT } from '#scripts/operations/cdk.ts'

/** The functions that people's calls and the reconciliation go through, by name, with the file that exports each handler. */
const ENTRIES: Record<string, string> = {
  admin: 'admin/handler',
  session: 'session/handler',
  account: 'account/handler',
  catalogue: 'catalogue/handler',
  progress: 'progress/handler',
  files: 'files/handler',
  documents: 'documents/handler',
  origin: 'files/origin',
  'reconcile-accounts': 'account/reconcile-accounts',
  'pre-sign-up': 'identity/pre-sign-up',
  'post-confirmation': 'identity/post-confirmation',
  'post-authentication': 'identity/post-authentication',
}

/** Bundles them as a deployment does, but not minified. @returns their file: URLs by the function's full name */
export async function bundleFunctions(outdir: string): Promise<Map<string, string>> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.entries(ENTRIES).map(([name, entry]) => ({ in: `functions/${entry}.ts`, out: name })),
    outdir,
    outExtension: { '.js': '.mjs' },
    ...esbuildSettings,
    logLevel: 'error',
  })
  const { function: functionName } = stageNames('local')
  return new Map(
    Object.keys(ENTRIES).map((name) => [functionName(name), pathToFileURL(join(outdir, `${name}.mjs`)).href]),
  )
}
