import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundling } from './bundling.ts'
import { functionsOf, synthesise } from './test-support/synthesise.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const LIMIT_KB = 450

/** The entries of all functions, as the stacks name them. */
const entries = globSync(
  'functions/{*/handler,files/origin,account/reconcile-accounts,documents/check-documents,identity/{pre,post}-*([a-z-])}.ts',
  { cwd: ROOT },
).toSorted()

test('every function has an entry', () => {
  expect(entries).toHaveLength(Object.keys(functionsOf(synthesise('prod'))).length)
})

test.each(entries)(`%s is at most ${LIMIT_KB} kB when bundled as for a deployment`, async (entry) => {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: bundling.target,
    mainFields: [...bundling.mainFields],
    external: [...bundling.external],
    banner: { js: bundling.banner },
  })
  expect((outputFiles[0]?.contents.length ?? Number.POSITIVE_INFINITY) / 1000).toBeLessThanOrEqual(LIMIT_KB)
})
