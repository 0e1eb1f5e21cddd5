import type { Copy } from '#shared/entities/copy.ts'

/** The visible part of a page in its own coordinates, and its clockwise rotation when shown. */
type PageForm = { x: number; y: number; width: number; height: number; rotation: number }

/** Names of the resources that the operators use. */
type ResourceNames = { font: string; faint: string; clear: string }

/** Mean width of a letter of Helvetica, as a share of its size. */
const LETTER_WIDTH = 0.52
const LINE_SIZE = 7
const MARGIN = 10
const SLOPE = (28 * Math.PI) / 180

/**
 * Returns the operators that draw a copy's mark: a small line at the foot of the page as it is read, and the same text
 * faintly across its middle, which remains when the foot is cut off.
 */
export function markContent(
  form: PageForm,
  { email, code }: Pick<Copy, 'email' | 'code'>,
  { font, faint, clear }: ResourceNames,
): string {
  const { matrix, width, height } = upright(form)
  const text = `Copie personnelle de ${email} · exemplaire ${code}`
  const [cos, sin] = [Math.cos(SLOPE), Math.sin(SLOPE)]
  const room = 0.85 * Math.min(width / cos, height / sin)
  const across = Math.min(26, room / (text.length * LETTER_WIDTH))
  const half = (text.length * LETTER_WIDTH * across) / 2
  const line = Math.min(LINE_SIZE, (width - 2 * MARGIN) / (text.length * LETTER_WIDTH))
  return [
    '/Artifact BMC q',
    `${numbers(matrix)} cm`,
    `/${faint} gs 0.35 g BT /${font} ${numbers([across])} Tf`,
    `${numbers([cos, sin, -sin, cos, width / 2 - half * cos, height / 2 - half * sin])} Tm ${encode(text)} Tj ET`,
    `/${clear} gs 1 g ${numbers([MARGIN - 2, MARGIN - 3, text.length * LETTER_WIDTH * line + 4, line + 4])} re f`,
    `0.25 g BT /${font} ${numbers([line])} Tf ${numbers([MARGIN, MARGIN])} Td ${encode(text)} Tj ET`,
    'Q EMC',
    '',
  ].join('\n')
}

/** Returns the matrix from a page as it is read, with its origin at the lower left, to the page's own coordinates. */
function upright({ x, y, width, height, rotation }: PageForm) {
  switch (((rotation % 360) + 360) % 360) {
    case 90:
      return { matrix: [0, 1, -1, 0, x + width, y], width: height, height: width }
    case 180:
      return { matrix: [-1, 0, 0, -1, x + width, y + height], width, height }
    case 270:
      return { matrix: [0, -1, 1, 0, x, y + height], width: height, height: width }
    default:
      return { matrix: [1, 0, 0, 1, x, y], width, height }
  }
}

function numbers(values: readonly number[]): string {
  return values.map((value) => String(Math.round(value * 1000) / 1000)).join(' ')
}

/**
 * Returns a string operand in WinAnsi, which agrees with Latin-1 on letters and the middle dot; addresses are ASCII.
 */
function encode(text: string): string {
  return `<${Buffer.from(text, 'latin1').toString('hex')}>`
}
