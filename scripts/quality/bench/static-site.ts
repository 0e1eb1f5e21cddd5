import { createServer, type Server } from 'node:http'
import { brotliCompressSync } from 'node:zlib'

/**
 * Serves the least that shows the same words: each of the product's pages without scripts and with its styles inlined.
 * Browsers may cache them for an hour.
 */
export async function startStaticSite(
  origin: string,
  paths: readonly string[],
  port: number,
): Promise<Server> {
  const pages = new Map<string, Buffer>()
  for (const path of paths) pages.set(path, brotliCompressSync(await withoutScripts(path, origin)))
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    response.writeHead(page ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'max-age=3600',
    })
    response.end(page)
  })
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return server
}

const STYLE_SHEET = /<link\b[^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g

/** Whole sheets take the place of the inlined part and of the links. */
async function withoutScripts(path: string, origin: string): Promise<string> {
  const read = async (address: string) => (await fetch(new URL(address, origin))).text()
  const html = await read(path)
  const sheets = await Promise.all([...html.matchAll(STYLE_SHEET)].map(([, href = '']) => read(href)))
  return html
    .replaceAll(/<script\b(?![^>]*application\/ld\+json)[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*rel="(?:modulepreload|preload|manifest)"[^>]*>/g, '')
    .replaceAll(STYLE_SHEET, '')
    .replaceAll(/<style\b[^>]*>[\s\S]*?<\/style>/g, '')
    .replace('</head>', () => `<style>${sheets.join('\n')}</style></head>`)
}
