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
      <Letter x={114} y={90} text="λ" />
    </>
  ),
  nucleaire: (
    <>
      <path data-line="thin" d="M34 88V8M29 14l5-6 5 6M30 84h156M180 79l6 5-6 5" />
      <path data-line="dashed" d="M34 49h26v35" />
      <path d="M34 14c24 46 56 64 142 67" />
      <circle data-fill="hue" cx="59" cy="49" r="5" />
      <Letter x={12} y={20} text="N" />
      <Letter x={70} y={40} text="t½" />
    </>
  ),
  electricite: (
    <>
      <path d="M40 42V18h40M116 18h46v24M162 54v32H40V54" />
      <path d="M80 9h36v18H80zM146 42h32M146 54h32M26 42h28M33 54h14" />
      <Letter x={92} y={47} text="R" />
      <Letter x={126} y={56} text="C" />
      <Letter x={58} y={56} text="E" />
    </>
  ),
  mecanique: (
    <>
      <path data-line="thin" d="M64 10h72M72 10l6-7M88 10l6-7M104 10l6-7M120 10l6-7" />
      <path data-line="dashed" d="M100 10v82M60 70a72 72 0 0 0 80 0" />
      <path d="m100 10 38 56" />
      <circle data-fill="soft" cx="142" cy="72" r="10" />
      <Letter x={104} y={46} text="θ" />
    </>
  ),
  'transformations-lentes': (
    <>
      <path data-line="thin" d="M34 88V8M29 14l5-6 5 6M30 84h156M180 79l6 5-6 5" />
      <path data-line="dashed" d="M34 24h146" />
      <path d="M34 84c12-42 38-56 142-57" />
      <Letter x={14} y={20} text="x" />
      <Letter x={178} y={74} text="t" />
    </>
  ),
  'transformations-limitees': (
    <>
      <path d="M82 42h38l-9-8M118 54H80l9 8" />
      <Letter x={12} y={56} size={22} text="A + B" />
      <Letter x={132} y={56} size={22} text="C + D" />
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
      <Letter x={94} y={20} size={16} text="V" />
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
      <Letter x={69} y={18} size={18} text="O" />
      <Letter x={96} y={72} size={18} text="O" />
    </>
  ),
}

type LetterProps = { x: number; y: number; size?: number; text: string }

function Letter({ x, y, size = 17, text }: LetterProps) {
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
