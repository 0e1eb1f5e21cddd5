import { crc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { PICTURE_TYPES, type PictureType } from '#shared/entities/payment-request.ts'
import { RUNS } from '#shared/test-support/runs.ts'
import { cleanPicture } from './clean-picture.ts'

/** Pictures of 6 × 4 pixels as an encoder writes them, with only the data that draws them. */
const PICTURES: Record<PictureType, Buffer<ArrayBuffer>> = {
  'image/jpeg': Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAEAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAYEAEAAwEAAAAAAAAAAAAAAAAAAQMycf/EABUBAQEAAAAAAAAAAAAAAAAAAAMF/8QAGBEAAgMAAAAAAAAAAAAAAAAAAAIENHH/2gAMAwEAAhEDEQA/AJ+/ccAXYNdMDnWH0//Z',
    'base64',
  ),
  'image/png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAYAAACtBE5DAAAAG0lEQVQImWM8YKDwnwEKEgQWwJgMTAw4AOkSACWDAyd+LOqRAAAAAElFTkSuQmCC',
    'base64',
  ),
  'image/webp': Buffer.from(
    'UklGRmAAAABXRUJQVlA4WAoAAAAQAAAABQAAAwAAQUxQSAsAAAABDzCAERGiBxH9DwBWUDggLgAAALABAJ0BKgYABAACgEIlqAJ0R/+CQAAA/u3O3nXinlcmr/x/gyupMfhHgyuoAAA=',
    'base64',
  ),
}
const { 'image/jpeg': jpeg, 'image/png': png, 'image/webp': webp } = PICTURES

/** Texts that a reader could find in a picture, or a browser could run. */
const SECRETS = ['GPS 33.5731 N 7.5898 W', '<html><script>alert(1)</script>', '%PDF-1.7', 'PK\x03\x04']
const secret = fc.constantFrom(...SECRETS).map((text) => Buffer.from(text, 'latin1'))

function jpegSegment(marker: number, data: Buffer): Buffer {
  const start = Buffer.from([0xff, marker, 0, 0])
  start.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([start, data])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}

function webpChunk(type: string, data: Buffer): Buffer {
  const start = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  start.writeUInt32LE(data.length, 4)
  return Buffer.concat([start, data, Buffer.alloc(data.length % 2)])
}

function webpFile(...chunks: readonly Buffer[]): Buffer {
  return webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
}

const insert = (picture: Buffer, at: number, part: Buffer) =>
  Buffer.concat([picture.subarray(0, at), part, picture.subarray(at)])

/** Positions between the segments or chunks of each picture. */
const PLACES: Record<PictureType, readonly number[]> = {
  'image/jpeg': [2, 20, 89, 158, 177],
  'image/png': [33, 72],
  'image/webp': [30, 50, 104],
}

/** Segments of applications with Exif, XMP, colour profile, several pictures and comments; JFXX is a thumbnail. */
const jpegMetadata = fc
  .tuple(
    fc.constantFrom(0xe0, 0xe1, 0xe2, 0xe3, 0xed, 0xee, 0xef, 0xfe),
    fc.constantFrom('Exif\0\0', 'http://ns.adobe.com/xap/1.0/\0', 'ICC_PROFILE\0', 'MPF\0', 'JFXX\0'),
    secret,
  )
  .map(([marker, name, data]) => jpegSegment(marker, Buffer.concat([Buffer.from(name), data])))
const pngMetadata = fc
  .tuple(fc.constantFrom('tEXt', 'zTXt', 'iTXt', 'eXIf', 'iCCP', 'tIME', 'acTL', 'fdAT', 'prVt'), secret)
  .map(([type, data]) => pngChunk(type, data))
const webpMetadata = fc
  .tuple(fc.constantFrom('EXIF', 'XMP ', 'ICCP', 'ANIM', 'ANMF', 'JUNK'), secret)
  .map(([type, data]) => webpChunk(type, data))

/** Pictures with other parts between their own, and data after their end. */
const unchanged = fc.constant((file: Buffer) => file)
const carriers: Record<PictureType, fc.Arbitrary<Buffer>> = {
  'image/jpeg': carrier('image/jpeg', jpegMetadata, unchanged),
  'image/png': carrier('image/png', pngMetadata, unchanged),
  // The extended header announces the other parts.
  'image/webp': carrier(
    'image/webp',
    webpMetadata,
    fc.integer({ min: 0, max: 255 }).map((flags) => (file) => {
      const whole = webpFile(file.subarray(12))
      whole.writeUInt8(flags | 0x10, 20)
      return whole
    }),
  ),
}

function carrier(
  type: PictureType,
  metadata: fc.Arbitrary<Buffer>,
  finish: fc.Arbitrary<(file: Buffer) => Buffer>,
): fc.Arbitrary<Buffer> {
  const parts = fc.array(fc.tuple(fc.constantFrom(...PLACES[type]), metadata), { maxLength: 6 })
  const bytes = fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each))
  const behind = fc.oneof(fc.constant(Buffer.alloc(0)), secret, bytes, fc.constant(jpeg))
  return fc.tuple(parts, finish, behind).map(([inserted, finished, trailer]) => {
    const fromTheEnd = inserted.toSorted(([one], [other]) => other - one)
    const file = fromTheEnd.reduce((whole: Buffer, [at, part]) => insert(whole, at, part), PICTURES[type])
    return Buffer.concat([finished(file), trailer])
  })
}

test.each(PICTURE_TYPES)('removes everything from %s that does not draw it, also behind', (type) => {
  const clean = { type, bytes: PICTURES[type] }
  fc.assert(
    fc.property(carriers[type], (file) => {
      expect(cleanPicture(file)).toEqual(clean)
    }),
    RUNS,
  )
})

test.each(PICTURE_TYPES)('refuses %s that is cut at any byte', (type) => {
  for (let length = 0; length < PICTURES[type].length; length += 1)
    expect([length, cleanPicture(PICTURES[type].subarray(0, length))]).toEqual([length, null])
})

const sized = (width: number, height: number, depth = 8) => {
  const file = Buffer.from(png)
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  file.writeUInt8(depth, 24)
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29)
  return file
}

const thumbnail = Buffer.concat([
  Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\x02\x02', 'latin1'),
  Buffer.alloc(12, 7),
])

test.each([
  {
    what: 'the thumbnail of a JFIF header',
    file: Buffer.concat([jpeg.subarray(0, 2), jpegSegment(0xe0, thumbnail), jpeg.subarray(20)]),
    clean: jpeg,
  },
  {
    what: 'data after the marker of Adobe',
    file: insert(jpeg, 20, jpegSegment(0xee, Buffer.from('Adobe\0d\0\0\0\0\x01<script>', 'latin1'))),
    clean: insert(jpeg, 20, jpegSegment(0xee, Buffer.from('Adobe\0d\0\0\0\0\x01', 'latin1'))),
  },
  { what: 'fill bytes before a marker', file: insert(jpeg, 20, Buffer.from([0xff, 0xff])), clean: jpeg },
])('leaves out $what', ({ file, clean }) => {
  expect(cleanPicture(file)?.bytes).toEqual(clean)
})

const animation = webpChunk('ANMF', webp.subarray(30))
const gps = Buffer.from('GPS')
const longHeader = webpChunk('VP8X', Buffer.concat([webp.subarray(20, 30), gps]))
const palette = pngChunk('PLTE', Buffer.alloc(3))

const refused: Record<string, Buffer> = {
  'a page with a picture in it': Buffer.concat([Buffer.from('<html>'), jpeg]),
  nothing: Buffer.alloc(0),
  'a JPEG without a frame': Buffer.concat([jpeg.subarray(0, 158), jpeg.subarray(177)]),
  'a JPEG without a scan': Buffer.concat([jpeg.subarray(0, 177), jpeg.subarray(-2)]),
  'a PNG without data': Buffer.concat([png.subarray(0, 33), palette, png.subarray(72)]),
  'a PNG with data in its end': Buffer.concat([png.subarray(0, 72), pngChunk('IEND', gps)]),
  'a PNG with a wrong checksum': Buffer.from(png).fill(9, 45, 46),
  'a PNG without pixels': sized(0, 4),
  'a PNG of a hundred million pixels': sized(10_000, 10_000),
  'a PNG of 64 million pixels of 16 bits a sample': sized(8_000, 8_000, 16),
  'an animated WebP': webpFile(webp.subarray(12, 30), animation),
  'a WebP with a longer header': webpFile(longHeader, webp.subarray(30)),
}

test.each(Object.entries(refused))('refuses %s', (_, file) => {
  expect(cleanPicture(file)).toBeNull()
})

test.each([
  [8_000, 8_000, 8],
  [8_000, 4_000, 16],
])('takes a PNG of %i × %i pixels of %i bits a sample', (...size) => {
  expect(cleanPicture(sized(...size))?.type).toBe('image/png')
})
