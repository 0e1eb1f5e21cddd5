import { fileURLToPath } from 'node:url'
import type { BuildOptions } from 'esbuild'

/**
 * Modules behind a dynamic `import()` that no function reaches: credential providers other than Lambda's environment
 * variables, event streams, a fetch for older Node versions, and a proxy. Leaving them out saves 150 to 230 kB per bundle, since
 * esbuild then also drops the parts of the SDK that only they use.
 */
const NEVER_REACHED = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/core/event-streams',
  '@smithy/credential-provider-imds',
  'https-proxy-agent',
  'node-fetch',
]

/** Modules of these that some entries do load: the client of S3 at its start. */
const REACHED: Readonly<Record<string, readonly string[]>> = {
  'publishing/handler': ['@smithy/core/event-streams'],
}

/** Reads the text of PDFs; PDF.js is larger than all other code of its functions, and seldom needed. */
export const PDF_TEXT_THREAD = 'documents/pdf-text-thread'

/** The modules that are left out of an entry's bundle. @param entry such as 'session/handler' */
export function externalModules(entry: string): string[] {
  return NEVER_REACHED.filter((module) => !REACHED[entry]?.includes(module))
}

/** pdf-lib's parser of HTML, which only SVG drawings need: a tenth of what its users weigh. */
const UNUSED = {
  'node-html-better-parser': fileURLToPath(new URL('./unused-html-parser.ts', import.meta.url)),
}

/** Bundling of a function into one ESM file, shared by deployments, which also minify, and by hot reload in local mode. */
export const esbuildSettings = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  mainFields: ['module', 'main'],
  external: NEVER_REACHED,
  alias: UNUSED,
  // CommonJS dependencies (Google's library) load Node's built-in modules by `require`.
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
} satisfies BuildOptions
