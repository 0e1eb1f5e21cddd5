/** A page as it is read, in points. */
export type PageSize = { width: number; height: number }

/** The text of a copy's mark, and its width in Helvetica at a size of one point. */
export type Mark = { text: string; width: number }

/** Sizes as parts of the shorter side of a page, so that a scan of thousands of points has a mark like a sheet of A4. */
const LINE_SIZE = 7 / 595
const ACROSS_SIZE = 26 / 595
const MARGIN = 10 / 595
/** Part of the page that the text across it may take. */
const ACROSS = 0.85
const SLOPE = (28 * Math.PI) / 180

/** Dictionaries of what the operators name. Every reader has the font, so that it need not be embedded. */
export const MARK_RESOURCES = {
  Font: '/Mark << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ExtGState: '/Across << /ca 0.22 /CA 0.3 >> /Plate << /ca 0.8 >> /Line << /ca 1 >>',
}

/**
 * Returns the operators that draw a copy's mark: a small line on a light plate at the foot of the page, and the same text
 * faintly across its middle, which remains when the foot is cut off. That text is darker than white paper, and its outline
 * is lighter than black paper.
 */
export function markContent({ width, height }: PageSize, mark: Mark): string {
  const shorter = Math.min(width, height)
  const text = encode(mark.text)
  const [cos, sin] = [Math.cos(SLOPE), Math.sin(SLOPE)]
  const room = ACROSS * Math.min(width / cos, height / sin)
  const across = Math.min(ACROSS_SIZE * shorter, room / mark.width)
  const half = (mark.width * across) / 2
  const margin = MARGIN * shorter
  const line = Math.min(LINE_SIZE * shorter, (width - 2 * margin) / mark.width)
  const border = 0.3 * line
  const plate = [margin - border, margin - border, mark.width * line + 2 * border, line + 2 * border]
  return [
    '/Artifact BMC q',
    `/Across gs 0.35 g 1 G ${numbers([across / 24])} w BT 2 Tr /Mark ${numbers([across])} Tf`,
    `${numbers([cos, sin, -sin, cos, width / 2 - half * cos, height / 2 - half * sin])} Tm ${text} Tj ET`,
    `/Plate gs 1 g ${numbers(plate)} re f`,
    `/Line gs 0.25 g BT 0 Tr /Mark ${numbers([line])} Tf ${numbers([margin, margin + 0.2 * line])} Td ${text} Tj ET`,
    'Q EMC',
    '',
  ].join('\n')
}

function numbers(values: readonly number[]): string {
  return values.map((value) => String(Math.round(value * 10_000) / 10_000)).join(' ')
}

/**
 * Returns a string operand in WinAnsi, which agrees with Latin-1 on letters and the middle dot; addresses are ASCII.
 */
function encode(text: string): string {
  return `<${Buffer.from(text, 'latin1').toString('hex')}>`
}
