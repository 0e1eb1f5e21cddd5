import { crc32 } from 'node:zlib'
import type { PictureType } from '#shared/entities/payment-request.ts'

/** Limit of pixels of a picture, which an owner's browser decodes. Cameras of phones take 50 million. */
const MAX_PIXELS = 64_000_000
/** Limit of the bytes that the decoded samples of a picture take: four of a byte for each pixel. */
const MAX_DECODED_BYTES = 4 * MAX_PIXELS

type CleanPicture = { type: PictureType; bytes: Buffer<ArrayBuffer> }

/** Reduces a picture to the data that draws it. @returns null for anything but a whole, still, known one */
export function cleanPicture(bytes: Buffer): CleanPicture | null {
  try {
    if (bytes.subarray(0, 2).equals(JPEG_START)) return { type: 'image/jpeg', bytes: cleanJpeg(bytes) }
    if (bytes.subarray(0, 8).equals(PNG_START)) return { type: 'image/png', bytes: cleanPng(bytes) }
    if (isWebp(bytes)) return { type: 'image/webp', bytes: cleanWebp(bytes) }
    return null
  } catch (error) {
    if (error instanceof Unreadable || error instanceof RangeError) return null
    throw error
  }
}

class Unreadable extends Error {}

const JPEG_START = Buffer.from([0xff, 0xd8])
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const isWebp = (bytes: Buffer) =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'

const SCAN = 0xda
const END = 0xd9

const drawsJpeg = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf) || marker === 0xdb || marker === 0xdd || marker === SCAN

function colourMeaning(marker: number, data: Buffer): Buffer | null {
  if (marker === 0xe0 && data.toString('latin1', 0, 5) === 'JFIF\0')
    return segment(marker, Buffer.concat([data.subarray(0, 12), Buffer.alloc(2)]))
  if (marker === 0xee && data.toString('latin1', 0, 5) === 'Adobe')
    return segment(marker, data.subarray(0, 12))
  return null
}

function segment(marker: number, data: Buffer): Buffer {
  const start = Buffer.from([0xff, marker, 0, 0])
  start.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([start, data])
}

const isJpegFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function cleanJpeg(bytes: Buffer): Buffer<ArrayBuffer> {
  const kept: Buffer[] = [JPEG_START]
  let at = 2
  let hasFrame = false
  let hasScan = false
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) throw new Unreadable()
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end < at + 4 || end > bytes.length) throw new Unreadable()
    const data = bytes.subarray(at + 4, end)
    if (isJpegFrame(marker)) {
      assertDrawable(data.readUInt16BE(3), data.readUInt16BE(1), data.readUInt8(5) * data.readUInt8(0))
      hasFrame = true
    }
    if (marker === SCAN) hasScan = true
    const next = marker === SCAN ? endOfScan(bytes, end) : end
    const meaning = colourMeaning(marker, data)
    if (meaning) kept.push(meaning)
    if (drawsJpeg(marker)) kept.push(bytes.subarray(at, next))
    at = next
  }
  if (!hasFrame || !hasScan) throw new Unreadable()
  return Buffer.concat([...kept, Buffer.from([0xff, END])])
}

/** Returns the position of the marker after coded data, in which 0xff is followed by 0 or by a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  throw new Unreadable()
}

const PNG_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

function cleanPng(bytes: Buffer): Buffer<ArrayBuffer> {
  const kept: Buffer[] = [PNG_START]
  let at = PNG_START.length
  let hasPicture = false
  for (let isFirst = true; ; isFirst = false) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) throw new Unreadable()
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (isFirst !== (type === 'IHDR')) throw new Unreadable()
    if (isFirst)
      assertDrawable(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12), pngBits(bytes, at + 16))
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) throw new Unreadable()
    if (type === 'IEND' && end > at + 12) throw new Unreadable()
    if (PNG_CHUNKS.has(type)) kept.push(bytes.subarray(at, end))
    hasPicture ||= type === 'IDAT'
    at = end
    if (type === 'IEND') break
  }
  if (!hasPicture) throw new Unreadable()
  return Buffer.concat(kept)
}

/** Samples of a pixel by the colour type of a PNG: grey, colours, palette, and the first two with transparency. */
const PNG_CHANNELS: Partial<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

function pngBits(bytes: Buffer, at: number): number {
  const channels = PNG_CHANNELS[bytes.readUInt8(at + 1)]
  if (channels === undefined) throw new Unreadable()
  return channels * bytes.readUInt8(at)
}

const WEBP_CHUNKS = new Set(['VP8X', 'ALPH', 'VP8 ', 'VP8L'])
/** The flag of the extended header for transparency. The other flags announce parts that are left out. */
const ALPHA = 0x10

function cleanWebp(bytes: Buffer): Buffer<ArrayBuffer> {
  const kept: Buffer[] = []
  let hasPicture = false
  const length = 8 + bytes.readUInt32LE(4)
  if (length > bytes.length) throw new Unreadable()
  for (let at = 12; at < length; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    // Chunks begin at even positions.
    const end = at + 8 + size + (size % 2)
    if (end > length) throw new Unreadable()
    const chunk = Buffer.from(bytes.subarray(at, end))
    const data = chunk.subarray(8)
    if (type === 'VP8X') {
      if (size !== 10) throw new Unreadable()
      assertDrawable(data.readUIntLE(4, 3) + 1, data.readUIntLE(7, 3) + 1)
      data.writeUInt32LE(data.readUInt8(0) & ALPHA, 0)
    }
    if (type === 'VP8 ') assertDrawable(data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff)
    if (type === 'VP8L') {
      const sides = data.readUInt32LE(1)
      assertDrawable((sides & 0x3fff) + 1, ((sides >>> 14) & 0x3fff) + 1)
    }
    if (WEBP_CHUNKS.has(type)) kept.push(chunk)
    hasPicture ||= type === 'VP8 ' || type === 'VP8L'
    at = end
  }
  if (!hasPicture) throw new Unreadable()
  const content = Buffer.concat([Buffer.from('WEBP'), ...kept])
  const start = Buffer.from('RIFF\0\0\0\0', 'latin1')
  start.writeUInt32LE(content.length, 4)
  return Buffer.concat([start, content])
}

function assertDrawable(width: number, height: number, bits = 32): void {
  const pixels = width * height
  if (pixels === 0 || pixels > MAX_PIXELS || (pixels * bits) / 8 > MAX_DECODED_BYTES) throw new Unreadable()
}
