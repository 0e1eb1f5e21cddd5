import { createHash } from 'node:crypto'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { createFilter } from 'vite'
import { defineConfig } from 'vitest/config'
import { target } from './build/browsers.ts'
import { chunksOfImport, importChunks, ownerGuide, trackHues } from './build/plugins.ts'
import { readSiteContent, sampleContent } from './build/site-content.ts'
import { trims } from './build/trims.ts'

const ROUTER_FOR_PRODUCTION = '../node_modules/react-router/dist/production/index.mjs'

/** Functions by which the build writes newer syntax for older browsers; their names are not paths. */
const HELPERS = '\0@oxc-project+runtime'

/** Returns the chunk of the modules that match; the first chunk that matches takes a module, and the first one helpers. */
const chunk = (name: string, include: string[], exclude: string[] = []) => {
  const matches = createFilter(include, exclude)
  return { name, test: (id: string) => id.startsWith(HELPERS) || matches(id) }
}

/**
 * Modules that pages share, in few chunks: they compress better than many small ones, and a page loads few files. Every
 * public page needs the entry, the first two and its own; those that read lists or have a form need one or two more. The
 * lists are written by hand: chunks derived from the import graph were up to a third larger, or more than the eight that
 * a page may load.
 */
const chunks = [
  // Browsers keep this chunk when only the site's own code changes.
  chunk(
    'vendor',
    [
      '**/node_modules/{react,react-dom,scheduler,react-router,react-router-dom}/**',
      '**/node_modules/lucide-react/dist/esm/**',
    ],
    ['**/lucide-react/dist/esm/icons/**'],
  ),
  // Parts of most pages, and the search.
  chunk(
    'common',
    [
      '**/shared/catalogue/{curriculum,page-path,tracks}.ts',
      '**/shared/contract/{page-content,define-route,start-script}.ts',
      '**/shared/domain/{documents/offline-cache,premium/offer}.ts',
      '**/shared/entities/plain-digits.ts',
      '**/shared/writing/french-text.ts',
      '**/src/lib/{*.ts,loading/*}',
      '**/src/lib/api/{call,failure,page-content}.ts',
      '**/src/lib/documents/open-document.ts',
      '**/src/lib/auth/{auth-state,session-actions,session-storage}.ts',
      '**/src/ui/{account-view,button,card,create-icon,disclosure,field,lazy-part,loadable,page,status}.*',
      '**/lucide-react/dist/esm/icons/{arrow-left,arrow-right,book-open-check,check,circle-check,clock,crown}.mjs',
      '**/lucide-react/dist/esm/icons/{circle-exclamation-point,circle-play,download,eye,file-text}.mjs',
      '**/lucide-react/dist/esm/icons/{info,lock,x}.mjs',
    ],
    [
      '**/src/lib/{blobs,config,csv-file,data-meter,moments,loading/older-browsers}.ts',
      '**/src/lib/{return-path,use-anchored-place,use-submission}.ts',
    ],
  ),
  // The cache of the API's answers, and parts of lists of documents.
  chunk(
    'queries',
    [
      '**/node_modules/@tanstack/{query-core,react-query}/build/modern/**',
      '**/src/lib/api/{api,page-queries}.*',
      '**/src/ui/link-card.*',
      '**/shared/catalogue/subjects.ts',
      '**/src/lib/documents/document-labels.ts',
    ],
    [
      '**/query-core/build/modern/{infiniteQueryBehavior,infiniteQueryObserver}.js',
      '**/query-core/build/modern/{mutation,mutationObserver,queriesObserver}.js',
      '**/react-query/build/modern/{useInfiniteQuery,useMutation,useMutationState,useQueries}.js',
    ],
  ),
  // Parts of pages with a list.
  chunk('table', ['**/src/lib/use-anchored-place.ts', '**/src/ui/{own-track,table}.*']),
  // Parts of pages of papers.
  chunk('papers', [
    '**/lucide-react/dist/esm/icons/file-check.mjs',
    '**/src/ui/breadcrumbs.*',
    '**/src/features/subjects/paper-figure.*',
    '**/src/lib/documents/{paper-request,use-save-document}.ts',
  ]),
  // Loaded with the first dialog, which most visits do not open.
  chunk('dialog', ['**/src/ui/dialog.*']),
  chunk('confirm-dialog', ['**/src/ui/dialog-button.*']),
  // Parts of pages that an account needs, and what a change says when it fails.
  chunk('failure', ['**/src/ui/failure.tsx', '**/src/lib/api/use-action.ts']),
  // Parts of the account's menu, of the viewer and of pages for accounts. They are grouped because every page names the
  // files that it may load later.
  chunk('account-parts', [
    '**/lucide-react/dist/esm/icons/{chart-line,chevron-down,chevron-up,flag,hard-drive-download}.mjs',
    '**/lucide-react/dist/esm/icons/{plus,printer,trash}.mjs',
    '**/lucide-react/dist/esm/icons/{refresh-cw,rotate-ccw,settings}.mjs',
    '**/shared/domain/days/moroccan-day.ts',
    '**/src/lib/data-meter.ts',
    '**/src/ui/progress-bar.*',
  ]),
  // Tickets and files of a document, which pages of lists need too, to keep it.
  chunk('tickets', [
    '**/src/lib/documents/{document-texts,prepared-document,save-document,tickets}.ts',
    '**/shared/contract/files.ts',
    '**/shared/entities/prepared-document.ts',
  ]),
  // Parts of the viewer that two of its chunks share.
  chunk('viewer-parts', [
    '**/src/features/viewer/{keyboard,use-document,viewer-messages}.*',
    '**/src/features/viewer/pages/{picture,zoom}.*',
    '**/lucide-react/dist/esm/icons/{zoom-in,zoom-out}.mjs',
  ]),
  // Data that the browser keeps for the server, and answers that it keeps from it.
  chunk('kept', ['**/src/lib/api/kept-data.ts']),
  // Documents that a student keeps on the device.
  chunk(
    'offline',
    [
      '**/src/features/offline/{keep-offline,kept-documents}.*',
      '**/src/lib/offline/*.ts',
      '**/shared/domain/documents/offline-access.ts',
    ],
    // Pages with the button that keeps documents neither open them nor follow the account.
    ['**/src/lib/offline/{follow-account,kept-help,open-offline}.ts'],
  ),
  // Forms, and the checks of their fields and of the answers for accounts.
  chunk('schemas', [
    '**/node_modules/valibot/**',
    '**/shared/contract/query.ts',
    '**/lucide-react/dist/esm/icons/eye-off.mjs',
    '**/shared/entities/fields.ts',
    '**/src/lib/auth/identity-failure.ts',
    '**/src/ui/checked-form.*',
  ]),
  chunk('sign-in', [
    '**/src/features/auth/{auth-fault-box,auth-texts,credentials-form,mistyped-domain,sign-in.module,visitors-only}.*',
    '**/src/lib/auth/form-actions.ts',
    '**/src/lib/{return-path,use-submission}.ts',
  ]),
  // The dashboard and the parts that its further pages use.
  chunk('admin', [
    '**/shared/contract/admin/{overview,security,users}.ts',
    '**/shared/entities/{blocked-email,copy,notice}.ts',
    '**/src/features/admin/{admin-texts,list-parts}.*',
    '**/src/features/admin/blocked/blocked-query.ts',
    '**/src/ui/access-refused.tsx',
  ]),
  // Code that only accounts and owners load.
  chunk('changes', [
    '**/query-core/build/modern/{infiniteQueryBehavior,infiniteQueryObserver,mutation,mutationObserver}.js',
    '**/react-query/build/modern/{useInfiniteQuery,useMutation}.js',
    '**/shared/contract/catalogue.ts',
    '**/shared/entities/{exercise,file,resource,subject}.ts',
  ]),
]

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  plugins: [react(), importChunks(), ownerGuide(), trackHues(), ...trims()],
  define: {
    // The renderer gets these values at its call (src/render/render-site.tsx).
    ...(isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : siteConstants(command, mode)),
  },
  // The renderer imports these files as bytes.
  assetsInclude: ['**/resvg-wasm/*.wasm'],
  resolve: {
    // Without a condition that bundlers know, the router's development build with its warnings would be used.
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: join(import.meta.dirname, ROUTER_FOR_PRODUCTION) },
            {
              find: /^.*\/parseAmplifyConfig\.mjs$/,
              replacement: join(import.meta.dirname, 'build/amplify-config.ts'),
            },
          ]
        : [],
  },
  build: {
    target,
    // A strict CSP allows no data: fonts or scripts, and a phone caches files, not strings.
    assetsInlineLimit: 0,
    // One small file for all pages: no page waits for a second one, and the next page has it already.
    cssCodeSplit: false,
    // Browsers without modulepreload fetch the same scripts a little later.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, dependencies, { hostType }) =>
        hostType === 'js' ? chunksOfImport(file, dependencies) : dependencies,
    },
    rolldownOptions: {
      output: isSsrBuild ? {} : { codeSplitting: { includeDependenciesRecursively: false, groups: chunks } },
    },
  },
  css: { modules: { generateScopedName } },
  // The server loads none of the packages that only a browser runs.
  ssr: { noExternal: true, external: ['aws-amplify', '@aws-amplify/core', '@aws-amplify/auth'] },
  server: { fs: { allow: ['..'] } },
  test: {
    name: 'web',
    environment: 'jsdom',
    // A worker loads jsdom and the libraries once, not once a file, which took half of the time; own modules are fresh in
    // each file (src/test/fresh-file.ts).
    pool: 'forks',
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts', 'worker/**/*.test.ts'],
    setupFiles: ['src/test/fresh-file.ts', 'src/test/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    // Vitest leaves one processor idle, which on a small machine is half of it.
    maxWorkers: '100%',
    // Only a test that hangs needs a limit: on a machine under load a test takes ten times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}))

/**
 * Returns the class of a name in a CSS module: 'card_x7f2k'. Vite's own adds the line of each rule, of which scripts and
 * style sheet of the site are 1 kB larger.
 */
function generateScopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file)
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
}

/** Returns the site's name; tests and the development server, which render no pages beforehand, also get settings. */
function siteConstants(command: 'build' | 'serve', mode: string): Record<string, string> {
  const json = process.env.SITE_CONTENT
  const { name, ...settings } =
    command === 'serve' && (mode === 'test' || !json) ? sampleContent : readSiteContent(json)
  return {
    __SITE_NAME__: JSON.stringify(name),
    ...(command === 'serve' && { __FIRST_SETTINGS__: JSON.stringify({ ...settings, version: 0 }) }),
  }
}
