import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build, type Rolldown } from 'vite'
import { fileOfPage, prerenderedPages } from '#shared/catalogue/pages.ts'
import type { PrerenderedPage } from '#web/app/prerender.tsx'
import { readClientBuild } from './client-build.ts'
import { icon, preview } from './images.ts'
import { LICENCES, licencesText } from './licences.ts'
import { escapeHtml, MANIFEST, type PageDocument, PREVIEW, pageHtml, TOUCH_ICON } from './page-html.ts'
import { readSiteContent } from './site-content.ts'
import { robots, sitemap, webManifest } from './site-files.ts'

const WEB = fileURLToPath(new URL('../', import.meta.url))
const WORKER = fileURLToPath(new URL('../worker/service-worker.ts', import.meta.url))
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))

/** Public pages that search engines should not list. */
const UNLISTED = ['/login', '/signup']

type Renderer = { prerenderPage: (path: string) => Promise<PrerenderedPage> }

/**
 * Builds the whole site from SITE_CONTENT and SITE_ORIGIN (see vite.config.ts).
 * 1. The client's scripts and style, and the server build that renders pages.
 * 2. Every public page, the not-found page and the empty shell as HTML.
 * 3. Sitemap, robots.txt, web app manifest and images.
 * 4. The service worker, which precaches the shell and the scripts of the public pages.
 * 5. The licences of the packages in it.
 */
export async function buildSite(outDir: string): Promise<void> {
  const site = readSiteContent(process.env.SITE_CONTENT)
  const origin = process.env.SITE_ORIGIN || null
  const { output } = await viteBuild({ outDir, emptyOutDir: true })
  const client = readClientBuild(output)
  const template = await readFile(join(outDir, 'index.html'), 'utf8')
  const write = async (file: string, content: string | Uint8Array) => {
    const path = join(outDir, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }

  const scripts = new Set(client.entry)
  const documentOf = (page: string, rendered: PrerenderedPage): PageDocument => {
    const preloads = client.ofPage(rendered.component)
    for (const file of preloads) scripts.add(file)
    const isIndexed = origin !== null && page !== '*' && !UNLISTED.includes(page)
    return {
      ...rendered,
      page,
      preloads,
      isIndexed,
      shared:
        origin !== null && page !== '*'
          ? { url: `${origin}${page}`, image: `${origin}/${PREVIEW}`, siteName: site.name }
          : null,
    }
  }
  await withRenderer(async ({ prerenderPage }) => {
    for (const page of prerenderedPages)
      await write(fileOfPage(page), pageHtml(template, documentOf(page, await prerenderPage(page))))
    await write('404.html', pageHtml(template, documentOf('*', await prerenderPage('/404'))))
  })
  const shell = pageHtml(template, { ...EMPTY, head: `<title>${escapeHtml(site.name)}</title>` })
  await write('shell.html', shell)

  await write('robots.txt', robots(origin))
  if (origin)
    await write(
      'sitemap.xml',
      sitemap(
        origin,
        prerenderedPages.filter((page) => !UNLISTED.includes(page)),
      ),
    )
  await write(MANIFEST, webManifest(site.name))
  await write('icons/192.png', await icon(192, 'any'))
  await write('icons/512.png', await icon(512, 'any'))
  await write('icons/maskable-512.png', await icon(512, 'maskable'))
  await write(TOUCH_ICON, await icon(180, 'maskable'))
  if (origin) await write(PREVIEW, await preview(site.name))

  const worker = await buildServiceWorker(outDir, { shell, files: [client.style, ...scripts] })
  await write(LICENCES, licencesText([...output, ...worker.output]))
}

/** The shell of personal pages, without content and not indexed. */
const EMPTY: PageDocument = {
  page: null,
  title: '',
  description: undefined,
  head: '',
  body: '',
  preloads: [],
  structuredData: [],
  isIndexed: false,
  shared: null,
}

/** Builds the server side of the site in a temporary folder, for as long as `use` runs. */
async function withRenderer(use: (renderer: Renderer) => Promise<void>): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'prerender-'))
  try {
    await viteBuild({
      outDir: folder,
      emptyOutDir: true,
      ssr: 'src/app/prerender.tsx',
      copyPublicDir: false,
      minify: false,
    })
    await use((await import(pathToFileURL(join(folder, 'prerender.js')).href)) as Renderer)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function viteBuild(options: object): Promise<Rolldown.RolldownOutput> {
  const result = await build({ root: WEB, logLevel: 'warn', build: options })
  if (!('output' in result)) throw new Error('Vite did not build once')
  return result
}

/** Builds `/sw.js`. The names of `files` contain a hash; the shell's revision is a digest of its content. */
async function buildServiceWorker(
  outDir: string,
  { shell, files }: { shell: string; files: readonly string[] },
): Promise<Rolldown.RolldownOutput> {
  const precache = [
    { url: '/shell.html', revision: digest(shell) },
    ...files.toSorted().map((url) => ({ url, revision: null })),
  ]
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      __PRECACHE__: JSON.stringify(precache),
      __VERSION__: JSON.stringify(digest(JSON.stringify(precache))),
    },
    build: {
      outDir,
      emptyOutDir: false,
      rolldownOptions: { input: WORKER, output: { entryFileNames: 'sw.js', format: 'iife' } },
    },
  })
  if (!('output' in result)) throw new Error('Vite did not build once')
  return result
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { outDir: { type: 'string', default: join(WEB, 'dist') } } })
  await buildSite(values.outDir)
  // The query caches of the rendered pages keep timers for an hour.
  process.exit()
}
