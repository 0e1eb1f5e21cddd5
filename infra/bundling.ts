import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, buildSync } from 'esbuild'
import { keptBuild } from './kept-build.ts'
import { ROOT } from './run-app.ts'

/**
 * Reached by dynamic `import()` in no function: without them esbuild drops 150 to 230 kB of the SDK from each bundle.
 */
const NEVER_REACHED = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/credential-provider-imds',
  'https-proxy-agent',
  'node-fetch',
]

const PDF_ENGINE = { 'pdfium.wasm': fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')) }
/** The parser of videos, 2.6 MB. */
const VIDEO_ENGINE = {
  'MediaInfoModule.wasm': fileURLToPath(import.meta.resolve('mediainfo.js/MediaInfoModule.wasm')),
}

export type Thread = {
  /** File under functions/ without its extension. */
  entry: string
  /** Files that must lie beside it, by the names under which their modules find them. */
  engines: Readonly<Record<string, string>>
}

export const threads = {
  drawing: {
    entry: 'pdf/drawing-thread',
    engines: {
      ...PDF_ENGINE,
      ...VIDEO_ENGINE,
      'webp_enc_simd.wasm': fileURLToPath(import.meta.resolve('@jsquash/webp/codec/enc/webp_enc_simd.wasm')),
    },
  },
  /** For the function that looks at a file before its link is saved. */
  opening: { entry: 'pdf/opening-thread', engines: { ...PDF_ENGINE, ...VIDEO_ENGINE } },
  marking: { entry: 'pdf/marking-thread', engines: PDF_ENGINE },
  writing: { entry: 'admin/writing/writing-thread', engines: {} },
} satisfies Record<string, Thread>

/** The entries of all functions, as the stacks name them: files under functions/, without their extension. */
export const functionEntries = globSync(
  '{*/handler,files/origin,account/reconcile-accounts,documents/check-documents,identity/{pre,post}-*([a-z-])}.ts',
  { cwd: join(ROOT, 'functions') },
)
  .map((file) => file.replace('.ts', '').replaceAll('\\', '/'))
  .toSorted()

export const threadEntries: readonly string[] = Object.values(threads).map(({ entry }) => entry)

/** Bundling of a function into one ESM file, shared by deployments, which also minify, and by hot reload in local mode. */
export const esbuildSettings = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  mainFields: ['module', 'main'],
  external: NEVER_REACHED,
  alias: {
    // Bundlers would take its build for browsers, which fetches its WebAssembly.
    'mediainfo.js': fileURLToPath(import.meta.resolve('mediainfo.js')),
    '@smithy/core/event-streams': join(ROOT, 'functions/aws/no-event-streams.ts'),
  },
  // CommonJS dependencies (Google's library) load Node's built-in modules by `require`.
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
} satisfies BuildOptions

export const METAFILE = 'metafile.json'

/** Returns the folder with files such as `session/handler.mjs`. */
export function functionBundles(): string {
  return (bundles ??= keptBuild('function-bundles', null, bundleFunctions))
}

let bundles: string | undefined

/**
 * Bundles all at once, so that modules that functions share are read once; the CDK's own bundling starts npx for each.
 */
function bundleFunctions(outdir: string): void {
  const { metafile } = buildSync({
    ...esbuildSettings,
    absWorkingDir: ROOT,
    entryPoints: [...functionEntries, ...threadEntries].map((entry) => `functions/${entry}.ts`),
    outbase: 'functions',
    outExtension: { '.js': '.mjs' },
    outdir,
    minify: true,
    metafile: true,
    logLevel: 'warning',
  })
  writeFileSync(join(outdir, METAFILE), JSON.stringify(metafile))
}
