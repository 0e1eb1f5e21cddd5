import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { build, type Rolldown } from 'vite'
import type { ClientBuild, InlineDigests, Renderer } from '#shared/contract/published-content.ts'
import { INLINE_SCRIPTS } from '#shared/contract/start-script.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { MANIFEST, TOUCH_ICON } from '#web/render/page-html.ts'
import { webManifest } from '#web/render/site-files.ts'
import { target } from './browsers.ts'
import { LICENCES, licencesText, readClientChunks } from './client-build.ts'
import { criticalStyles } from './critical-styles.ts'
import { readSiteContent } from './site-content.ts'
import { writePages } from './write-pages.ts'

const WEB = fileURLToPath(new URL('../', import.meta.url))
const WORKER = fileURLToPath(new URL('../worker/service-worker.ts', import.meta.url))

const { resolve } = createRequire(import.meta.url)

const LOGO = new URL('../public/favicon.svg', import.meta.url)
const BLUE = '#1f4bb5'

let started: Promise<{ mark: string; logo: string }> | null = null

function start() {
  started ??= load()
  return started
}

async function load() {
  const [wasm, logo] = await Promise.all([
    readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')),
    readFile(LOGO, 'utf8'),
  ])
  await initWasm(wasm)
  return { logo, mark: logo.replace(/<\/?svg[^>]*>|<rect[^>]*>/g, '') }
}

/** Draws the logo as a square image; a `maskable` one has the colour to the edges and the wave in the middle. */
async function icon(size: number, kind: 'any' | 'maskable'): Promise<Uint8Array> {
  const { logo, mark } = await start()
  const svg =
    kind === 'any'
      ? logo
      : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${BLUE}"/>
         <g transform="translate(16 16) scale(.7) translate(-16 -16)">${mark}</g></svg>`
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()
}

/**
 * Builds the site from SITE_CONTENT (see vite.config.ts).
 * 1. `client`: scripts and style, web app manifest, images, service worker, and the licences of the packages in it.
 * 2. `renderer`: `renderer.js`, which renders the pages ({@link Renderer}), and `client-build.json`, which it needs for
 *   that. Both are independent of the stage. `inline-digests.json` lists what the pages' content security policy has to
 *   allow ({@link InlineDigests}).
 * 3. The pages themselves, from content without documents or an address, into `client`.
 */
export async function buildSite(outDir: string): Promise<void> {
  const client = join(outDir, 'client')
  const { name, ...settings } = readSiteContent(process.env.SITE_CONTENT)
  const { output } = await viteBuild({ outDir: client, emptyOutDir: true })
  const chunks = readClientChunks(output)
  const index = join(client, 'index.html')
  const renderer = await buildRenderer(join(outDir, 'renderer'))
  const sheet = await readFile(join(client, chunks.style), 'utf8')
  const unstyled: ClientBuild = {
    template: await readFile(index, 'utf8'),
    pageScripts: chunks.pageScripts,
    pageStyles: {},
  }
  const clientBuild = { ...unstyled, pageStyles: await criticalStyles(sheet, unstyled, renderer) }
  await writeFile(join(outDir, 'renderer/client-build.json'), JSON.stringify(clientBuild))
  const digests: InlineDigests = {
    scripts: INLINE_SCRIPTS.map(sourceDigest),
    styles: [...new Set(Object.values(clientBuild.pageStyles).map(({ css }) => sourceDigest(css)))],
  }
  await writeFile(join(outDir, 'inline-digests.json'), JSON.stringify(digests))

  const write = async (file: string, content: string | Uint8Array) => {
    const path = join(client, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  await write(MANIFEST, webManifest(name))
  await write('icons/192.png', await icon(192, 'any'))
  await write('icons/512.png', await icon(512, 'any'))
  await write('icons/maskable-512.png', await icon(512, 'maskable'))
  await write(TOUCH_ICON, await icon(180, 'maskable'))

  const content = {
    name,
    origin: null,
    today: moroccanDay(new Date()),
    settings: { ...settings, version: 0 },
    subjects: [],
    exercises: new Map(),
    statements: new Map(),
    answers: new Map(),
    sheets: new Map(),
    chapters: {},
    videos: [],
    dates: new Map(),
  }
  await writePages(outDir, content)

  const { entry, search, style } = chunks
  const pages = new Set([style, ...entry, ...search, ...renderer.publicPageScripts(clientBuild)])
  const account = chunks.account.filter((file) => !pages.has(file))
  const viewer = chunks.viewer.filter((file) => !pages.has(file) && !account.includes(file))
  const worker = await buildServiceWorker(client, { pages: [...pages], account, viewer })
  await write(LICENCES, licencesText([...output, ...worker.output]))
}

/** Bundles the renderer with all its packages, so that it runs wherever Node does. */
async function buildRenderer(outDir: string): Promise<Renderer> {
  await viteBuild({
    outDir,
    emptyOutDir: true,
    ssr: 'src/render/render-site.tsx',
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: 'renderer.js' } },
  })
  await writeFile(join(outDir, 'package.json'), JSON.stringify({ type: 'module' }))
  return (await import(pathToFileURL(join(outDir, 'renderer.js')).href)) as Renderer
}

async function viteBuild(options: object): Promise<Rolldown.RolldownOutput> {
  const result = await build({ root: WEB, logLevel: 'warn', build: options })
  if (!('output' in result)) throw new Error('Vite did not build once')
  return result
}

/** Builds `/sw.js`. The names of the files contain a hash or a version; no list repeats a file of another one. */
async function buildServiceWorker(
  outDir: string,
  files: Record<'pages' | 'account' | 'viewer', readonly string[]>,
): Promise<Rolldown.RolldownOutput> {
  const publicFiles = JSON.stringify(files.pages.toSorted())
  const accountFiles = JSON.stringify(files.account)
  const viewerFiles = JSON.stringify(files.viewer)
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      __PUBLIC_FILES__: publicFiles,
      __ACCOUNT_FILES__: accountFiles,
      __VIEWER_FILES__: viewerFiles,
      __VERSION__: JSON.stringify(digest(publicFiles + accountFiles + viewerFiles)),
    },
    build: {
      target,
      outDir,
      emptyOutDir: false,
      rolldownOptions: { input: WORKER, output: { entryFileNames: 'sw.js', format: 'iife' } },
    },
  })
  if (!('output' in result)) throw new Error('Vite did not build once')
  return result
}

/** Returns the digest by which a content security policy allows a script or style inside a page. */
function sourceDigest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { outDir: { type: 'string', default: join(WEB, 'dist') } } })
  await buildSite(values.outDir)
}
