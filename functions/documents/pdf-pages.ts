import { inflateSync } from 'node:zlib'

/**
 * How many pages a PDF has, as the root of its page tree says; null where that cannot be read, as in an encrypted file.
 * Not a PDF library: the smallest one that counts pages (pdf-lib's parser alone) adds 281 kB to the bundle and builds
 * every object of a file of 30 MB, where this looks for a few dictionaries (bar P7).
 */
export function countPages(pdf: Buffer): number | null {
  const roots = [...plainPageTrees(pdf), ...packedPageTrees(pdf)]
    // The other nodes of the tree have a parent.
    .filter(({ text }) => !/\/Parent\b/.test(text))
    // What was saved last stands last and counts.
    .toSorted((a, b) => a.at - b.at)
  const count = /\/Count\s+(\d{1,6})(?!\d*\s+\d+\s+R)/.exec(roots.at(-1)?.text ?? '')?.[1]
  return count === undefined || Number(count) === 0 ? null : Number(count)
}

/** An object of a file: the text of its dictionary, and where it stands. */
type Found = { at: number; text: string }

// What goes beyond these is no document of ours, and is left uncounted: somebody's file must not keep us for hours.
/** A page tree's node lists its children; no tool puts more than a few thousand into one. Bytes. */
const LONGEST_OBJECT = 128 * 1024
/** Places of one file that are looked at. */
const MOST_PLACES = 4_000
/** Of all packed objects of one file together, packed and unpacked. Bytes. */
const PACKED_AT_MOST = 32 * 1024 * 1024

/** `12 0 obj << /Type /Pages … >> endobj` */
function* plainPageTrees(pdf: Buffer): Generator<Found> {
  for (const at of typesOf(pdf, 'Pages')) {
    const start = lastBefore(pdf, 'obj', at)
    const end = firstBehind(pdf, 'endobj', at)
    if (start < 0 || end < 0) continue
    const text = pdf.toString('latin1', start, end)
    // In a stream it would be a page's text, or an object that is found below.
    if (!text.includes('stream')) yield { at, text }
  }
}

/** Objects that stand in a compressed stream (PDF 1.5): numbers and offsets first, then one after another. */
function* packedPageTrees(pdf: Buffer): Generator<Found> {
  let room = PACKED_AT_MOST
  for (const at of typesOf(pdf, 'ObjStm')) {
    const start = lastBefore(pdf, 'obj', at)
    const stream = firstBehind(pdf, 'stream', at)
    if (start < 0 || stream < 0) continue
    const dictionary = pdf.toString('latin1', start, stream)
    const bytes = packedBytes(pdf, stream)
    if (bytes.length > room) return
    const text = unpacked(bytes, dictionary, room)
    room -= bytes.length + text.length
    for (const object of objectsIn(text, dictionary))
      if (/\/Type\s*\/Pages\b/.test(object)) yield { at, text: object }
  }
}

/** Positions of `/Type /<name>`, however it is spaced; none where the name stands all over the file. */
function typesOf(pdf: Buffer, name: string): number[] {
  const word = `/${name}`
  const type = new RegExp(`/Type\\s*/${name}(?![A-Za-z])`)
  const found: number[] = []
  let places = 0
  for (let at = pdf.indexOf(word, 0, 'latin1'); at >= 0; at = pdf.indexOf(word, at + 1, 'latin1')) {
    const around = pdf.toString('latin1', Math.max(0, at - 16), at + word.length + 1)
    if (type.test(around)) found.push(at)
    places += 1
    if (places > MOST_PLACES) return []
  }
  return found
}

function lastBefore(pdf: Buffer, word: string, at: number): number {
  const from = Math.max(0, at - LONGEST_OBJECT)
  const found = pdf.subarray(from, at).lastIndexOf(word, undefined, 'latin1')
  return found < 0 ? found : from + found
}

function firstBehind(pdf: Buffer, word: string, at: number): number {
  const found = pdf.subarray(at, at + LONGEST_OBJECT).indexOf(word, 0, 'latin1')
  return found < 0 ? found : at + found
}

function packedBytes(pdf: Buffer, streamAt: number): Buffer {
  const lineEnd = pdf[streamAt + 6] === CARRIAGE_RETURN ? 2 : 1
  const start = streamAt + 'stream'.length + lineEnd
  const end = pdf.indexOf('endstream', start, 'latin1')
  return pdf.subarray(start, end < 0 ? pdf.length : end)
}

/** A packed stream's text; empty where it is packed in another way, encrypted or too long. */
function unpacked(bytes: Buffer, dictionary: string, atMost: number): string {
  const [, list, single] = /\/Filter\s*(?:\[([^\]]*)\]|(\/\w+))/.exec(dictionary) ?? []
  const filter = (list ?? single)?.trim()
  if ((filter !== undefined && filter !== '/FlateDecode') || /\/Predictor\s+(?!1\b)/.test(dictionary))
    return ''
  if (filter === undefined) return bytes.toString('latin1')
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, atMost) }).toString('latin1')
  } catch {
    return ''
  }
}

const CARRIAGE_RETURN = 0x0d

function* objectsIn(text: string, dictionary: string): Generator<string> {
  const first = Number(/\/First\s+(\d+)/.exec(dictionary)?.[1] ?? text.length)
  if (first > LONGEST_OBJECT) return
  const numbers = text.slice(0, first).trim().split(/\s+/).map(Number)
  // Pairs of an object's number and its offset, which grows.
  const offsets = numbers.filter((_, index) => index % 2 === 1)
  for (const [index, offset] of offsets.entries()) {
    const next = offsets[index + 1] ?? text.length
    if (next < offset) return
    yield text.slice(first + offset, first + next)
  }
}
