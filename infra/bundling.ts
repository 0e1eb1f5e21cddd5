import type { BuildOptions } from 'esbuild'

/**
 * Modules behind a dynamic `import()` that no function ever gets to: ways to credentials other than Lambda's own
 * variables, streams of events, and a fetch for Node versions without one. Leaving them out saves 150 to 230 kB a bundle
 * (bar P7): their own bytes, and whatever of the SDK would have to wait for them in one piece, used or not.
 */
const NEVER_REACHED = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/core/event-streams',
  '@smithy/credential-provider-imds',
  'node-fetch',
]

/** How a function becomes one ESM file: said once for the deployed bundles and for hot reload in local mode. */
export const bundling = {
  target: 'node24',
  mainFields: ['module', 'main'],
  external: NEVER_REACHED,
  // The CommonJS parts (Google's library) ask for Node's own modules by `require`.
  banner: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
}

/** The same for whoever calls esbuild himself. A deployment minifies, too. */
export const esbuildSettings = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: bundling.target,
  mainFields: bundling.mainFields,
  external: bundling.external,
  banner: { js: bundling.banner },
} satisfies BuildOptions
