import { useMemo } from 'react'
import { encode } from 'uqr'

type QrCodeProps = {
  text: string
  label: string
  /** The part of it that may be worn off or hidden: 7 % (L) or 15 % (M). */
  level: 'L' | 'M'
  /** The light border that cameras need, in modules of the code; 0 where the page around it is white. */
  border: number
  className?: string | undefined
}

/** The code is dark on light in either theme, since some apps cannot read the reverse. */
export function QrCode({ text, label, level, border, className }: QrCodeProps) {
  const { size, path } = useMemo(() => draw(text, level, border), [text, level, border])
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

/** @returns its width in modules, and the dark ones as an SVG path */
function draw(text: string, ecc: QrCodeProps['level'], border: number) {
  const { data, size } = encode(text, { ecc, border })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: modules.join('') }
}
