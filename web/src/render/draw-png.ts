import { initWasm, Resvg } from '@resvg/resvg-wasm'
import wasm from '@resvg/resvg-wasm/index_bg.wasm?inline'
import regular from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf?inline'
import bold from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf?inline'

// The files are inlined, so that the renderer finds them wherever it runs. They have a module of their own, since most
// publications draw nothing.
const bytesOf = (dataUrl: string) =>
  new Uint8Array(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'))

let started: Promise<Uint8Array[]> | undefined

async function start(): Promise<Uint8Array[]> {
  await initWasm(bytesOf(wasm))
  return [bold, regular].map(bytesOf)
}

/** Draws an image in its own size, with the DejaVu fonts. */
export async function drawPng(svg: string): Promise<Uint8Array> {
  started ??= start()
  const fontBuffers = await started
  return new Resvg(svg, { font: { fontBuffers, defaultFontFamily: 'DejaVu Sans Condensed' } })
    .render()
    .asPng()
}
