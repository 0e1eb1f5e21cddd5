import type { ReactNode } from 'react'
import type { ThemeSlug } from '#shared/catalogue/tracks.ts'
import { Drawing } from './page.tsx'

/**
 * Physics: a progressive wave and its wavelength, a decay curve, an RC circuit, a pendulum.
 * Chemistry: a slow reaction's progress, an equilibrium, a burette, a galvanic cell, an electrolysis, an ester.
 */
const figures: Record<ThemeSlug, ReactNode> = {
  ondes: (
    <>
      <path data-line="thin" d="M8 44h180M182 39l6 5-6 5" />
      <path d="M16 44c11-40 25-40 36 0s25 40 36 0 25-40 36 0 25 40 36 0" />
      <path data-line="thin" d="M34 84h72M40 80l-6 4 6 4M100 80l6 4-6 4" />
      {letter(114, 90, 'λ')}
    </>
  ),
  nucleaire: (
    <>
      <path data-line="thin" d="M34 88V8M29 14l5-6 5 6M30 84h156M180 79l6 5-6 5" />
      <path data-line="dashed" d="M34 49h26v35" />
      <path d="M34 14c24 46 56 64 142 67" />
      <circle data-fill="hue" cx="59" cy="49" r="5" />
      {letter(12, 20, 'N')}
      {letter(70, 40, 't½')}
    </>
  ),
  electricite: (
    <>
      <path d="M40 42V18h40M116 18h46v24M162 54v32H40V54" />
      <path d="M80 9h36v18H80zM146 42h32M146 54h32M26 42h28M33 54h14" />
      {letter(92, 47, 'R')}
      {letter(126, 56, 'C')}
      {letter(58, 56, 'E')}
    </>
  ),
  mecanique: (
    <>
      <path data-line="thin" d="M64 10h72M72 10l6-7M88 10l6-7M104 10l6-7M120 10l6-7" />
      <path data-line="dashed" d="M100 10v82M60 70a72 72 0 0 0 80 0" />
      <path d="m100 10 38 56" />
      <circle data-fill="soft" cx="142" cy="72" r="10" />
      {letter(104, 46, 'θ')}
    </>
  ),
  'transformations-lentes': (
    <>
      <path data-line="thin" d="M34 88V8M29 14l5-6 5 6M30 84h156M180 79l6 5-6 5" />
      <path data-line="dashed" d="M34 24h146" />
      <path d="M34 84c12-42 38-56 142-57" />
      {letter(14, 20, 'x')}
      {letter(178, 74, 't')}
    </>
  ),
  'transformations-limitees': (
    <>
      <path d="M82 42h38l-9-8M118 54H80l9 8" />
      {letter(12, 56, 'A + B', 22)}
      {letter(132, 56, 'C + D', 22)}
    </>
  ),
  'dosage-acide-base': (
    <>
      <path data-line="thin" d="M100 12h6M100 20h6M100 28h6M100 36h6" />
      <path d="M94 4v38l6 6 6-6V4M90 48h20M100 48v8M70 60v26q0 6 6 6h48q6 0 6-6V60" />
      <path data-line="dashed" d="M72 78h56" />
      <circle data-fill="hue" cx="100" cy="66" r="3" />
    </>
  ),
  piles: (
    <>
      <path d="M30 50v36q0 6 6 6h40q6 0 6-6V50M118 50v36q0 6 6 6h40q6 0 6-6V50" />
      <path data-line="dashed" d="M32 66h48M120 66h48" />
      <path d="M44 80V12h44M112 12h44v68M68 76V42h64v34" />
      <circle data-fill="soft" cx="100" cy="14" r="11" />
      {letter(94, 20, 'V', 16)}
    </>
  ),
  electrolyse: (
    <>
      <path d="M56 44v42q0 6 6 6h76q6 0 6-6V44" />
      <path data-line="dashed" d="M58 60h84" />
      <path d="M80 82V12h14M120 82V12h-14M94 3v18M106 7v10" />
      <g data-fill="hue">
        <circle cx="90" cy="78" r="2.5" />
        <circle cx="92" cy="68" r="2.5" />
        <circle cx="110" cy="74" r="2.5" />
      </g>
    </>
  ),
  'chimie-organique': (
    <>
      <path d="m18 48 28 18 30-18M73 48V24M79 48V24M76 48l18 11M112 59l18-11 28 18 28-18" />
      {letter(69, 18, 'O', 18)}
      {letter(96, 72, 'O', 18)}
    </>
  ),
}

function letter(x: number, y: number, text: string, size = 17) {
  return (
    <text x={x} y={y} fontSize={size}>
      {text}
    </text>
  )
}

/** The drawing of a theme; an empty sheet for an unknown one. */
export function ThemeFigure({ theme }: { theme: string }) {
  return (
    <Drawing width={200} height={96}>
      {figures[theme as ThemeSlug]}
    </Drawing>
  )
}
