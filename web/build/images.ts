import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

const { resolve } = createRequire(import.meta.url)

/** The logo: a wave on a rounded blue square. */
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
export async function icon(size: number, kind: 'any' | 'maskable'): Promise<Uint8Array> {
  const { logo, mark } = await start()
  const svg =
    kind === 'any'
      ? logo
      : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${BLUE}"/>
         <g transform="translate(16 16) scale(.7) translate(-16 -16)">${mark}</g></svg>`
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()
}
