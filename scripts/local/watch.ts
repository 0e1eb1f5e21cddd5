import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { context } from 'esbuild'
import * as v from 'valibot'
import { createServer } from 'vite'
import { esbuildSettings, functionEntries, threadEntries } from '#infra/bundling.ts'
import { ROOT } from '#infra/run-app.ts'
import { SiteConfig } from '#shared/contract/site-config.ts'
import type { DataFolder } from './data-folder.ts'
import type { StaticSite } from './edge/static-site.ts'

type WatchOptions = {
  folder: DataFolder
  site: Pick<StaticSite, 'get'>
  /** The edge's server, which hot reload uses. */
  server: Server
  functionNames: readonly string[]
  /** Replaces the bundles of running functions (file: URLs by function name). */
  reload: (bundles: ReadonlyMap<string, string>) => Promise<void>
}

export type Watching = Awaited<ReturnType<typeof watchSources>>

/** Vite serves the site from its sources, esbuild bundles changed functions. */
export async function watchSources(options: WatchOptions) {
  const [vite, bundler] = await Promise.all([serveSite(options), bundleFunctions(options)])
  return {
    site: (request: IncomingMessage, response: ServerResponse) => vite.middlewares(request, response),
    close: async () => {
      await Promise.all([vite.close(), bundler.dispose()])
    },
  }
}

async function serveSite({ site, server }: WatchOptions) {
  const config = v.parse(SiteConfig, JSON.parse(site.get('config.json')?.body.toString() ?? '{}'))
  process.env.SITE_CONTENT = JSON.stringify(config.site)
  return createServer({
    root: join(ROOT, 'web'),
    appType: 'spa',
    server: { middlewareMode: true, ws: { server } },
  })
}

async function bundleFunctions({ folder, functionNames, reload }: WatchOptions) {
  const outdir = join(folder.root, 'watch')
  const names = functionNames.flatMap((name) => {
    const entry = findEntry(name)
    return entry ? [{ name, entry }] : []
  })
  const bundles = new Map(names.map(({ name }) => [name, pathToFileURL(join(outdir, `${name}.mjs`)).href]))
  const threads = threadEntries.map((thread) => ({
    name: basename(thread),
    entry: join(ROOT, `functions/${thread}.ts`),
  }))
  // Bundles as a deployment does, but not minified.
  const built = Promise.withResolvers<void>()
  let isBuilt = false
  const bundler = await context({
    absWorkingDir: ROOT,
    entryPoints: [...names, ...threads].map(({ name, entry }) => ({ in: entry, out: name })),
    outdir,
    outExtension: { '.js': '.mjs' },
    ...esbuildSettings,
    sourcemap: 'inline',
    logLevel: 'warning',
    plugins: [
      {
        name: 'reload',
        setup(build) {
          build.onEnd(async ({ errors }) => {
            if (errors.length > 0) return built.resolve()
            await reload(bundles)
            if (isBuilt) console.log('Fonctions rechargées.')
            isBuilt = true
            built.resolve()
          })
        },
      },
    ],
  })
  await bundler.watch()
  await built.promise
  return bundler
}

/** 'revision-local-session' → functions/session/handler.ts, '…-pre-sign-up' → functions/identity/pre-sign-up.ts. */
function findEntry(functionName: string): string | undefined {
  const name = functionName.replace(/^revision-local-/, '')
  const entry = functionEntries.find((each) => basename(each.replace(/\/handler$/, '')) === name)
  return entry && join(ROOT, `functions/${entry}.ts`)
}
