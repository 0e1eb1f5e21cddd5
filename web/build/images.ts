import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { escapeHtml } from '#web/render/page-html.ts'

const { resolve } = createRequire(import.meta.url)

/** The logo: a wave on a rounded blue square. */
const LOGO = new URL('../public/favicon.svg', import.meta.url)
const BLUE = '#1f4bb5'

let started: Promise<{ fonts: Uint8Array[]; mark: string; logo: string }> | null = null

/** The renderer, the fonts of PDF.js, and the logo with and without its square. */
function start() {
  started ??= load()
  return started
}

async function load() {
  const [wasm, bold, regular, logo] = await Promise.all([
    readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')),
    readFile(resolve('pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf')),
    readFile(resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf')),
    readFile(LOGO, 'utf8'),
  ])
  await initWasm(wasm)
  return { fonts: [bold, regular], logo, mark: logo.replace(/<\/?svg[^>]*>|<rect[^>]*>/g, '') }
}

/** The logo as a square image; a `maskable` one has the colour to the edges and the wave in the middle. */
export async function icon(size: number, kind: 'any' | 'maskable'): Promise<Uint8Array> {
  const { logo, mark } = await start()
  const svg =
    kind === 'any'
      ? logo
      : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${BLUE}"/>
         <g transform="translate(16 16) scale(.7) translate(-16 -16)">${mark}</g></svg>`
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()
}

/** The preview image of shared links: 1200 x 630. */
export async function preview(name: string): Promise<Uint8Array> {
  const { fonts, logo } = await start()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" font-family="Liberation Sans">
    <rect width="1200" height="630" fill="#131a2b"/>
    <path d="M0 462h1200" stroke="#33405f" stroke-width="2"/>
    <path transform="translate(0 462) scale(1 .6)" d="M0 0c50-150 100-150 150 0s100 126 150 0 100-106 150 0 100 88 150 0 100-72 150 0 100 58 150 0 100-46 150 0 100 36 150 0"
      fill="none" stroke="#ffd166" stroke-width="7"/>
    <svg x="80" y="72" width="96" height="96" viewBox="0 0 32 32">${logo}</svg>
    <text x="206" y="138" font-size="50" font-weight="700" fill="#fff">${escapeHtml(name)}</text>
    <text x="80" y="262" font-size="66" font-weight="700" fill="#fff">Réussissez votre bac</text>
    <text x="80" y="340" font-size="66" font-weight="700" fill="#fff">en physique-chimie</text>
    <text x="80" y="588" font-size="34" fill="#b9c3d9">Sujets, corrections et vidéos · ${TRACK_CODES.join(', ')}</text>
  </svg>`
  return new Resvg(svg, { font: { fontBuffers: fonts, defaultFontFamily: 'Liberation Sans' } })
    .render()
    .asPng()
}
