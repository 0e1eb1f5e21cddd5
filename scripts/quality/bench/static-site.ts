import { createServer, type Server } from 'node:http'
import { brotliCompressSync } from 'node:zlib'

/** Address prefix of the pages without styles. */
export const BARE = '/bare'

/**
 * The least that shows the same words: each of the product's pages without scripts and with its styles inlined, and below
 * {@link BARE} without styles either. Browsers may cache them for an hour.
 */
export async function startStaticSite(
  origin: string,
  paths: readonly string[],
  port: number,
): Promise<Server> {
  const pages = new Map<string, Buffer>()
  for (const path of paths) {
    const html = withoutScripts(await read(path, origin))
    pages.set(path, brotliCompressSync(await withInlineStyles(html, origin)))
    pages.set(`${BARE}${path}`, brotliCompressSync(withoutStyles(html)))
  }
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

async function read(address: string, origin: string): Promise<string> {
  return (await fetch(new URL(address, origin))).text()
}

function withoutScripts(html: string): string {
  return html
    .replaceAll(/<script\b(?![^>]*application\/ld\+json)[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*rel="(?:modulepreload|preload|manifest)"[^>]*>/g, '')
}

const STYLE_SHEET = /<link\b[^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g
const INLINE_STYLE = /<style\b[^>]*>[\s\S]*?<\/style>/g

/** Whole sheets take the place of the inlined part and of the links. */
async function withInlineStyles(html: string, origin: string): Promise<string> {
  const sheets = await Promise.all([...html.matchAll(STYLE_SHEET)].map(([, href = '']) => read(href, origin)))
  const style = `<style>${sheets.join('\n')}</style>`
  return withoutStyles(html).replace('</head>', () => `${style}</head>`)
}

function withoutStyles(html: string): string {
  return html.replaceAll(STYLE_SHEET, '').replaceAll(INLINE_STYLE, '')
}
