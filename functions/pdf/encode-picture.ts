/// <reference types="@jsquash/webp/emscripten-types.d.ts" />
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import openEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.js'
import { defaultOptions } from '@jsquash/webp/meta.js'

/** Pixels of a picture: red, green, blue and opacity, four bytes each. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number }

/** Encodes pixels as WebP, without loss where no quality is given. */
export type Encode = (pixels: Pixels, quality?: number) => Uint8Array

const ENGINE = 'webp_enc_simd.wasm'

/** As for PDFium, the engine lies beside a function's bundle; from its source it is read from its package. */
const BESIDE = new URL(`./${ENGINE}`, import.meta.url)
const engine = () =>
  existsSync(BESIDE) ? BESIDE : new URL(import.meta.resolve(`@jsquash/webp/codec/enc/${ENGINE}`))

/** The encoder's effort, of 0 to 6: a third of the time of its default, for pages of text of the same size. */
const METHOD = 1

/** Opens an encoder of WebP. Its memory grows to 435 MB for a page of 2,160 pixels. */
export async function openWebp(): Promise<Encode> {
  const { buffer: wasmBinary } = await readFile(engine())
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
