import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { brotliCompressSync } from 'node:zlib'
import { listen, type RunningServer } from '#scripts/local/http-server.ts'

/** The same page in three forms. */
export const VERSIONS = ['ours', 'static', 'client'] as const

/**
 * - `ours`: the page as the product serves it.
 * - `static`: its HTML without any script, as a page that nobody programmed.
 * - `client`: the same site without that HTML, drawn by its scripts alone, as most React sites are.
 */
export type Version = (typeof VERSIONS)[number]

/** Serves the product at `origin` with its pages in one form. All three go through here, so that the way is the same. */
export async function serveVersion(version: Version, origin: string): Promise<RunningServer> {
  const packed = new Map<string, Promise<Buffer>>()
  return listen(0, async (incoming, outgoing) => {
    if (incoming.headers['sec-fetch-dest'] !== 'document') return passOn(incoming, outgoing, origin)
    const path = version === 'client' ? '/shell.html' : (incoming.url ?? '/')
    // Packed once, as the edge keeps it: packing is no part of a visit.
    const page = packed.get(path) ?? readPage(version, new URL(path, origin))
    packed.set(path, page)
    outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
    outgoing.end(await page)
  })
}

async function readPage(version: Version, url: URL): Promise<Buffer> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url.pathname} answers ${answer.status}`)
  const html = await answer.text()
  return brotliCompressSync(version === 'static' ? withoutScripts(html) : html)
}

/** A page without what its scripts need; data for search engines is no script of the page and stays. */
export function withoutScripts(html: string): string {
  return html
    .replaceAll(/<script\b(?![^>]*application\/ld\+json)[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')
}

async function passOn(incoming: IncomingMessage, outgoing: ServerResponse, origin: string): Promise<void> {
  const url = new URL(incoming.url ?? '/', origin)
  const headers = { ...incoming.headers, host: url.host }
  const onward = request(url, { method: incoming.method, headers })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    onward.once('response', resolve)
    onward.once('error', reject)
  })
  await pipeline(incoming, onward)
  const answer = await answered
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
  await pipeline(answer, outgoing)
}
