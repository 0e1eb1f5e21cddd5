/// <reference types="@jsquash/webp/emscripten-types.d.ts" />
import { readFile } from 'node:fs/promises'
import openEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.js'
import { defaultOptions } from '@jsquash/webp/meta.js'
import { engineFile } from './engine-file.ts'
import { type OpenPdf, renderPage } from './pdfium.ts'

/** Width of a page's picture, pixels: a phone of 360 points shows three pixels a point. */
const WIDTH = 1_080
/** A page that is longer than four times its width is drawn smaller: WebP ends at 16,383 pixels, and memory before. */
const LONGEST = 4 * WIDTH

export type DrawnPage = { width: number; height: number; small: Uint8Array; large: Uint8Array }

export function pictureSize(pageWidth: number, pageHeight: number): { width: number; height: number } {
  const height = (WIDTH * pageHeight) / pageWidth
  const scale = Math.min(1, LONGEST / height)
  return { width: Math.max(1, Math.round(WIDTH * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Pixels of a picture: red, green, blue and opacity, four bytes each. */
type Pixels = { data: Uint8ClampedArray; width: number; height: number }

/** Encodes pixels as WebP, without loss where no quality is given. */
export type Encode = (pixels: Pixels, quality?: number) => Uint8Array

/** The encoder's effort, of 0 to 6: a third of the time of its default, for pages of text of the same size. */
const METHOD = 1

/** Opens an encoder of WebP. Its memory grows to 435 MB for a page of 2,160 pixels. */
export async function openWebp(): Promise<Encode> {
  const engine = engineFile('webp_enc_simd.wasm', '@jsquash/webp/codec/enc')
  const { buffer: wasmBinary } = await readFile(engine)
  const setting = { noInitialRun: true, wasmBinary }
  const encoder = await openEncoder(setting)
  return ({ data, width, height }, quality) => {
    const options = {
      ...defaultOptions,
      method: METHOD,
      ...(quality === undefined ? { lossless: 1 } : { quality, method: 4 }),
    }
    const encoded = encoder.encode(data, width, height, options)
    if (!encoded) throw new Error('The picture was not encoded')
    return encoded
  }
}

/**
 * A page of text is kept without loss in eight greys, on which small type and thin lines stay crisp. Colours are kept
 * where a page has some; and where its picture is heavy, as photographs and noisy scans are, the lossy one is taken if
 * it is much lighter.
 */
export function drawPage(pdf: OpenPdf, page: number, encode: Encode): DrawnPage {
  const { pdfium } = pdf
  const size = pictureSize(pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page))
  const pixels = paint(pdf, page, size)
  const isColoured = hasColours(pixels)
  const small = encodePage(pixels, isColoured, encode)
  const twice = paint(pdf, page, { width: size.width * 2, height: size.height * 2 })
  // What the small picture needs the large one needs too, so that it is tried once.
  const large = small.isLossy
    ? encode(isColoured ? twice : toGreys(twice, 256), LOSSY_QUALITY)
    : encode(toLevels(twice, isColoured))
  return { ...size, small: small.bytes, large }
}

/** `FPDF_REVERSE_BYTE_ORDER` of fpdfview.h: pixels are in the order red, green, blue. */
const RED_FIRST = 0x10
/** FPDFBitmap_BGRA, of which {@link RED_FIRST} changes the order. */
const FORMAT = 4
const WHITE = 0xffffffff

function paint(pdf: OpenPdf, page: number, size: Pick<Pixels, 'width' | 'height'>): Pixels {
  const { pdfium } = pdf
  const { width, height } = size
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, FORMAT, 0, 0)
  if (bitmap === 0) throw new Error('No memory for the page')
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
  renderPage(pdf, page, bitmap, size, RED_FIRST)
  const at = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const data = new Uint8ClampedArray(pdfium.pdfium.HEAPU8.slice(at, at + width * height * 4).buffer)
  pdfium.FPDFBitmap_Destroy(bitmap)
  return { data, width, height }
}

/** Channels that differ by less are grey paper, or the tint of a scanner. */
const TINT = 40
/** A part of the pixels: a thin red curve across a graph is four times as much. */
const COLOURED_PART = 0.0003

function hasColours({ data, width, height }: Pixels): boolean {
  let left = width * height * COLOURED_PART
  for (let at = 0; at < data.length && left > 0; at += 4) if (isTinted(data, at)) left -= 1
  return left <= 0
}

function isTinted(data: Uint8ClampedArray, at: number): boolean {
  const red = data[at] as number
  const green = data[at + 1] as number
  const blue = data[at + 2] as number
  return Math.max(red, green, blue) - Math.min(red, green, blue) > TINT
}

/** Levels of a grey, and of each channel of a colour. */
const LEVELS = 8
/** A picture of this size is no page of text. Bytes. */
const HEAVY = 60_000
const LOSSY_QUALITY = 45
/** The lossy picture is taken when it is at most this part of the other. */
const WORTH = 0.7

function encodePage(pixels: Pixels, isColoured: boolean, encode: Encode) {
  const exact = encode(toLevels(pixels, isColoured))
  if (exact.length <= HEAVY) return { bytes: exact, isLossy: false }
  const lossy = encode(isColoured ? pixels : toGreys(pixels, 256), LOSSY_QUALITY)
  const isLossy = lossy.length <= exact.length * WORTH
  return { bytes: isLossy ? lossy : exact, isLossy }
}

/** Returns a picture of few colours: greys, and where a pixel of a coloured page is no grey, its colour. */
function toLevels(pixels: Pixels, isColoured: boolean): Pixels {
  const greys = toGreys(pixels, LEVELS)
  if (!isColoured) return greys
  const { data } = pixels
  const byLight = levelsOf(LEVELS)
  for (let at = 0; at < data.length; at += 4)
    if (isTinted(data, at))
      for (let channel = at; channel < at + 3; channel += 1)
        greys.data[channel] = byLight[data[channel] as number] as number
  return greys
}

function toGreys({ data, width, height }: Pixels, levels: number): Pixels {
  const byLight = levelsOf(levels)
  const greys = new Uint8ClampedArray(data.length).fill(255)
  for (let at = 0; at < data.length; at += 4) {
    const red = data[at] as number
    const green = data[at + 1] as number
    const blue = data[at + 2] as number
    // Rec. 601, in parts of 256.
    const level = byLight[(red * 77 + green * 150 + blue * 29) >> 8] as number
    greys[at] = level
    greys[at + 1] = level
    greys[at + 2] = level
  }
  return { data: greys, width, height }
}

function levelsOf(count: number): Uint8ClampedArray {
  const step = 255 / (count - 1)
  return Uint8ClampedArray.from({ length: 256 }, (_, light) => Math.round(light / step) * step)
}
