import { findCopyCode } from '#shared/entities/copy.ts'

/** Hexadecimal text, as a copy has its keywords and the marks of its pages. */
const HEX_TEXT = /<((?:[\da-f]{2}){20,500})>/gi

/**
 * Returns the code in the bytes of a copy as it was delivered. A printed or rebuilt file has none, and its pages show it.
 * @throws Error for a file without a code
 */
export async function readCopyCode(file: Blob): Promise<string> {
  const pdf = new TextDecoder('latin1').decode(await file.arrayBuffer())
  for (const [, hex = ''] of pdf.matchAll(HEX_TEXT)) {
    // Latin letters in UTF-16 are those of Latin-1 with a zero before each.
    const text = hex.replace(/../g, (byte) => (byte === '00' ? '' : String.fromCharCode(parseInt(byte, 16))))
    const code = /exemplaire /i.test(text) ? findCopyCode(text) : null
    if (code !== null) return code
  }
  throw new Error('The file has no code')
}
