import { readFileSync } from 'node:fs'
import { openPdf } from '#functions/pdf/pdfium.ts'
import { escapeText, PdfWriter } from './pdf-writer.ts'

export type Face = 'text' | 'bold' | 'title' | 'label' | 'symbol'

/** The fonts that every reader of PDFs has: a paper that names them is light. */
const STANDARD: Record<Face, string> = {
  text: 'Times-Roman',
  bold: 'Times-Bold',
  title: 'Times-Bold',
  label: 'Times-Roman',
  symbol: 'Symbol',
}
/** Fonts that are embedded with all of their 3,000 to 6,000 characters, as word processors do. */
const WHOLE: Record<Face, string> = {
  text: 'DejaVuSerifCondensed',
  bold: 'DejaVuSerifCondensed-Bold',
  title: 'DejaVuSans-Bold',
  label: 'DejaVuSans',
  symbol: 'DejaVuMathTeXGyre',
}

/** Characters outside the encoding of texts: code in the standard font of symbols, and name. */
const SYMBOLS: Readonly<Record<string, readonly [code: number, name: string]>> = {
  α: [0x61, 'alpha'],
  β: [0x62, 'beta'],
  γ: [0x67, 'gamma'],
  Δ: [0x44, 'Delta'],
  θ: [0x71, 'theta'],
  λ: [0x6c, 'lambda'],
  ν: [0x6e, 'nu'],
  π: [0x70, 'pi'],
  ρ: [0x72, 'rho'],
  τ: [0x74, 'tau'],
  Ω: [0x57, 'Omega'],
  '→': [0xae, 'arrowright'],
  '←': [0xac, 'arrowleft'],
  '≈': [0xbb, 'approxequal'],
  '√': [0xd6, 'radical'],
}
/** The names Delta and Omega mean an increment and an ohm, by which PDFium finds their widths. */
const MEASURED_AS: Readonly<Record<string, string>> = { Δ: '\u2206', Ω: '\u2126' }
/** Characters of Windows-1252 that Latin-1 lacks. */
const WINDOWS: Readonly<Record<string, string>> = { '–': '\x96', '’': '\x92', œ: '\x9c' }

export type Fonts = {
  /** Width of a text at the size of 1 point. */
  measure: (face: Face, text: string) => number
  /** @returns the entry of its pages' resources */
  addTo: (pdf: PdfWriter) => string
}

export function isSymbol(character: string): boolean {
  return character in SYMBOLS
}

export function encodeText(text: string): string {
  const codes = Array.from(text, (character) => {
    const [code] = SYMBOLS[character] ?? []
    return code === undefined ? (WINDOWS[character] ?? character) : String.fromCharCode(code)
  })
  return `(${escapeText(codes.join(''))})`
}

/** PDFium knows the widths of their characters. */
export async function openFonts(kind: 'standard' | 'whole'): Promise<Fonts> {
  const blank = new PdfWriter()
  blank.addPage({ content: '', resources: '' })
  const { pdfium, document } = await openPdf(blank.save({ title: '' }))
  const place = pdfium.pdfium.wasmExports.malloc(4)
  const names = kind === 'standard' ? STANDARD : WHOLE
  const load = (name: string) => {
    if (kind === 'standard') return pdfium.FPDFText_LoadStandardFont(document, name)
    const file = readFont(name)
    const begin = pdfium.pdfium.wasmExports.malloc(file.length)
    pdfium.pdfium.HEAPU8.set(file, begin)
    return pdfium.FPDFText_LoadFont(document, begin, file.length, TRUE_TYPE, true)
  }
  const handles = new Map([...new Set(Object.values(names))].map((name) => [name, load(name)]))
  const widths = new Map<string, number>()
  const widthOf = (face: Face, character: string) => {
    const key = names[face] + character
    const known = widths.get(key)
    if (known !== undefined) return known
    const code = (MEASURED_AS[character] ?? character).codePointAt(0) ?? 0
    pdfium.FPDFFont_GetGlyphWidth(handles.get(names[face]) ?? 0, code, 1000, place)
    const width = Math.round(pdfium.pdfium.getValue(place, 'float'))
    widths.set(key, width)
    return width
  }
  const measure = (face: Face, text: string) =>
    Array.from(text).reduce((width, character) => width + widthOf(face, character), 0) / 1000
  return {
    measure,
    addTo(pdf) {
      const entries = Object.entries(names).map(([face, name]) => {
        const widthAt = (character: string) => widthOf(face as Face, character)
        const font = kind === 'standard' ? standardFont(name) : wholeFont(pdf, face, name, widthAt)
        return `/${face} ${pdf.add(font)}`
      })
      return `/Font << ${entries.join(' ')} >>`
    },
  }
}

/** `FPDF_FONT_TRUETYPE` */
const TRUE_TYPE = 2

function readFont(name: string): Buffer {
  return readFileSync(new URL(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)))
}

function standardFont(name: string): string {
  const encoding = name === STANDARD.symbol ? '' : '/Encoding /WinAnsiEncoding'
  return `/Type /Font /Subtype /Type1 /BaseFont /${name} ${encoding}`
}

function wholeFont(
  pdf: PdfWriter,
  face: string,
  name: string,
  widthAt: (character: string) => number,
): string {
  const file = readFont(name)
  const stream = pdf.add(`/Length1 ${file.length}`, file)
  const descriptor = pdf.add(
    `/Type /FontDescriptor /FontName /${name} /Flags 32 /FontBBox [-800 -400 1500 1200] /ItalicAngle 0 ` +
      `/Ascent 930 /Descent -240 /CapHeight 730 /StemV 80 /FontFile2 ${stream}`,
  )
  const symbols = new Map(Object.entries(SYMBOLS).map(([character, [code]]) => [code, character]))
  const named = Object.values(SYMBOLS).map(([code, glyph]) => `${code} /${glyph}`)
  const windows = new Map(Object.entries(WINDOWS).map(([character, code]) => [code.charCodeAt(0), character]))
  const characterAt = (code: number) =>
    (face === 'symbol' ? symbols : windows).get(code) ?? String.fromCharCode(code)
  const widths = Array.from({ length: 224 }, (_, index) => widthAt(characterAt(index + 32)))
  const differences = face === 'symbol' ? `/Differences [${named.join(' ')}]` : ''
  return (
    `/Type /Font /Subtype /TrueType /BaseFont /${name} /FirstChar 32 /LastChar 255 /Widths [${widths.join(' ')}] ` +
    `/FontDescriptor ${descriptor} /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding ${differences} >>`
  )
}
