import { type PDFFont, type PDFPage, rgb } from 'pdf-lib'

export type FigureKind = 'sine' | 'decay' | 'charge' | 'progress' | 'parabola' | 'titration' | 'cell'

export const FIGURE_HEIGHT = 150

const INK = rgb(0.1, 0.1, 0.12)
const GRID = rgb(0.82, 0.84, 0.88)
const CURVE = rgb(0.1, 0.25, 0.6)

type Curve = { x: string; y: string; of: (t: number) => number }

/** Heights between 0 and 1 over the same interval. */
const curves: Record<Exclude<FigureKind, 'cell'>, Curve> = {
  sine: { x: 'x (cm)', y: 'y (mm)', of: (t) => 0.5 + 0.42 * Math.sin(t * Math.PI * 5) },
  decay: { x: 't (jours)', y: 'a (Bq)', of: (t) => 0.92 * Math.exp(-3.2 * t) },
  charge: { x: 't (ms)', y: 'u (V)', of: (t) => 0.9 * (1 - Math.exp(-5 * t)) },
  progress: { x: 't (min)', y: 'x (mmol)', of: (t) => 0.86 * (1 - Math.exp(-3.6 * t)) },
  parabola: { x: 'x (m)', y: 'y (m)', of: (t) => 3.4 * t * (1 - t) },
  titration: { x: 'V (mL)', y: 'pH', of: (t) => 0.18 + 0.68 / (1 + Math.exp(-26 * (t - 0.55))) + 0.08 * t },
}

/** Draws a figure whose top left corner is at (x, y). */
export function drawFigure(page: PDFPage, font: PDFFont, kind: FigureKind, x: number, y: number): void {
  if (kind === 'cell') drawCell(page, font, x, y)
  else drawCurve(page, font, curves[kind], x, y)
}

function drawCurve(page: PDFPage, font: PDFFont, curve: Curve, left: number, top: number): void {
  const width = 250
  const height = FIGURE_HEIGHT - 35
  const bottom = top - height
  for (let step = 1; step <= 10; step++) {
    const x = left + (width / 10) * step
    page.drawLine({ start: { x, y: bottom }, end: { x, y: top }, thickness: 0.4, color: GRID })
  }
  for (let step = 1; step <= 5; step++) {
    const y = bottom + (height / 5) * step
    page.drawLine({ start: { x: left, y }, end: { x: left + width, y }, thickness: 0.4, color: GRID })
  }
  page.drawLine({
    start: { x: left, y: bottom },
    end: { x: left + width + 12, y: bottom },
    thickness: 1,
    color: INK,
  })
  page.drawLine({ start: { x: left, y: bottom }, end: { x: left, y: top + 8 }, thickness: 1, color: INK })
  const points = Array.from({ length: 61 }, (_, index) => {
    const t = index / 60
    return `${(t * width).toFixed(1)} ${(-curve.of(t) * height).toFixed(1)}`
  })
  page.drawSvgPath(`M ${points.join(' L ')}`, { x: left, y: bottom, borderColor: CURVE, borderWidth: 1.4 })
  page.drawText(curve.x, { x: left + width - 10, y: bottom - 14, size: 9, font, color: INK })
  page.drawText(curve.y, { x: left - 6, y: top + 12, size: 9, font, color: INK })
  page.drawText('0', { x: left - 9, y: bottom - 10, size: 9, font, color: INK })
}

function drawCell(page: PDFPage, font: PDFFont, left: number, top: number): void {
  const bottom = top - FIGURE_HEIGHT + 40
  for (const offset of [0, 150]) {
    const x = left + 30 + offset
    page.drawRectangle({ x, y: bottom, width: 80, height: 60, borderColor: INK, borderWidth: 1 })
    page.drawRectangle({ x: x + 1, y: bottom + 1, width: 78, height: 40, color: rgb(0.86, 0.92, 0.98) })
    page.drawRectangle({ x: x + 34, y: bottom + 15, width: 10, height: 70, color: rgb(0.6, 0.6, 0.62) })
  }
  page.drawSvgPath('M 0 0 L 0 -58 L 80 -58 L 80 0', {
    x: left + 95,
    y: bottom + 25,
    borderColor: INK,
    borderWidth: 3,
  })
  page.drawText('pont', { x: left + 122, y: bottom + 90, size: 9, font, color: INK })
  page.drawText('électrode (-)', { x: left + 38, y: bottom - 14, size: 9, font, color: INK })
  page.drawText('électrode (+)', { x: left + 188, y: bottom - 14, size: 9, font, color: INK })
}
