import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chunksOfImport, importChunks, pdfAssets, pdfAssetsPath, trackHues } from './build/plugins.ts'
import { readSiteContent, sampleContent } from './build/site-content.ts'

const ROUTER_FOR_PRODUCTION = '../node_modules/react-router/dist/production/index.mjs'

const isTest = process.env.VITEST !== undefined

export default defineConfig(({ command }) => ({
  plugins: [react(), pdfAssets(), importChunks(), trackHues()],
  define: {
    ...siteConstants(command),
    __SITE_ORIGIN__: JSON.stringify(process.env.SITE_ORIGIN ?? ''),
    __PDF_ASSETS__: JSON.stringify(pdfAssetsPath(command)),
  },
  resolve: {
    // Without a condition that bundlers know, the router would come with its warnings for developers.
    alias:
      command === 'build'
        ? [{ find: /^react-router$/, replacement: join(import.meta.dirname, ROUTER_FOR_PRODUCTION) }]
        : [],
  },
  build: {
    // A strict CSP allows no data: fonts or scripts, and a phone caches files, not strings.
    assetsInlineLimit: 0,
    // One small file for all pages: no page waits for a second one, and the next page has it already.
    cssCodeSplit: false,
    // Browsers that know no modulepreload fetch the same scripts a little later.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, dependencies, { hostType }) =>
        hostType === 'js' ? chunksOfImport(file, dependencies) : dependencies,
    },
    // PDF.js is that large, and comes only when a document opens.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // What every page needs, in one file that stays cached while the site changes.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](?:(?:react|react-dom|scheduler|react-router|react-router-dom)[\\/]|lucide-react[\\/]dist[\\/]esm[\\/](?!icons)|@tanstack[\\/](?:query-core[\\/]build[\\/]modern[\\/](?!\w+Observer\.)|react-query[\\/]build[\\/]modern[\\/]QueryClientProvider\.js))/,
            },
            {
              // Small modules of most pages, which compress better as one.
              name: 'common',
              test: /shared[\\/]catalogue[\\/](?:curriculum|page-path|themes|tracks)\.ts$|src[\\/]lib[\\/]browser-storage\.ts$|src[\\/]ui[\\/](?:alert|button|class-names|use-returning-focus)\.(?:tsx?|module\.css)$|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:arrow-right|circle-check|circle-exclamation-point|circle-play|crown|download|eye|file-text|info)\.mjs$/,
            },
            {
              // What a page needs as soon as it asks the API: a dozen small modules compress better as one.
              name: 'requests',
              test: /node_modules[\\/]valibot[\\/]|react-query[\\/]build[\\/]modern[\\/](?:queryOptions|infiniteQueryOptions|mutationOptions)\.js$|shared[\\/](?:contract[\\/](?:problems|route)|entities[\\/](?:fields|validation-messages))\.ts$|src[\\/]lib[\\/]api[\\/](?:api|call|address|credentials)\.ts$/,
            },
            {
              // What a list of documents takes: its schemas, and the queries.
              name: 'documents',
              test: /shared[\\/](?:contract[\\/]catalogue|entities[\\/](?:file|resource|subject))\.ts$|react-query[\\/]build[\\/]modern[\\/](?:useQuery|useBaseQuery|errorBoundaryUtils|suspense|QueryErrorResetBoundary|IsRestoringProvider)\.js$|query-core[\\/]build[\\/]modern[\\/]queryObserver\.js$/,
            },
            {
              // The forms of an account.
              name: 'forms',
              test: /src[\\/]ui[\\/](?:checked-form|code-field|password-field)\.(?:tsx|module\.css)$|src[\\/]lib[\\/]credential-texts\.ts$/,
            },
            {
              // What pages of tracks, subjects and videos share, and chapters do without.
              name: 'tables',
              test: /src[\\/]lib[\\/]use-anchored-place\.ts$|src[\\/]ui[\\/]table\.(?:tsx|module\.css)$/,
            },
            {
              // The parts of a list's page: its states, cards and frames.
              name: 'lists',
              test: /src[\\/]ui[\\/](?:loadable|stack|student-part|card|field)\.(?:tsx|module\.css)$|src[\\/]lib[\\/]return-path\.ts$/,
            },
          ],
        },
        // A worker ending in .mjs would depend on every server knowing that name.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.mjs'))
            ? 'assets/[name]-[hash].js'
            : 'assets/[name]-[hash][extname]',
      },
    },
  },
  server: { fs: { allow: ['..'] } },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts', 'worker/**/*.test.ts'],
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    // Vitest leaves one processor idle, which on a small machine is half of it.
    maxWorkers: '100%',
    testTimeout: 20_000,
  },
}))

/**
 * The stage's content, which tests and the development server may go without. A build replaces each property on its own,
 * so that a page's chunk carries only those it shows.
 */
function siteConstants(command: 'build' | 'serve'): Record<string, string> {
  const json = process.env.SITE_CONTENT
  const content = command === 'serve' && (isTest || !json) ? sampleContent : readSiteContent(json)
  if (command === 'serve') return { __SITE__: JSON.stringify(content) }
  const entries = Object.entries(content)
  return Object.fromEntries(entries.map(([name, value]) => [`__SITE__.${name}`, JSON.stringify(value)]))
}
