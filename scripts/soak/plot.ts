/** One line of a plot: its points from left to right, in the units of the axes. */
export type Series = { name: string; points: readonly (readonly [x: number, y: number])[] }

export type Plot = { title: string; xLabel: string; yLabel: string; series: readonly Series[] }

const WIDTH = 960
const HEIGHT = 480
const EDGES = { left: 72, right: 24, top: 56, bottom: 56 }
/** Told apart by whoever sees few colours (Okabe and Ito). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9']
const TICKS = 6

/** Draws lines over time as a picture of its own: no script, no font to fetch. Both axes begin at 0. */
export function svgOf({ title, xLabel, yLabel, series }: Plot): string {
  const all = series.flatMap(({ points }) => points)
  const x = axis(
    all.map(([value]) => value),
    [EDGES.left, WIDTH - EDGES.right],
  )
  const y = axis(
    all.map(([, value]) => value),
    [HEIGHT - EDGES.bottom, EDGES.top],
  )
  const lines = series.map(({ points }, index) => {
    const path = points.map(([a, b]) => `${round(x.at(a))},${round(y.at(b))}`).join(' ')
    return `<polyline points="${path}" fill="none" stroke="${colour(index)}" stroke-width="2"/>`
  })
  const legend = series.map(({ name }, index) => {
    const at = EDGES.left + 8 + index * 220
    return `<rect x="${at}" y="32" width="14" height="14" fill="${colour(index)}"/>${text(at + 20, 44, name)}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${text(EDGES.left, 22, title, 'font-size="16"')}
${[
  ...legend,
  ...y.ticks.map((tick) => {
    const at = round(y.at(tick))
    const line = `<line x1="${EDGES.left}" x2="${WIDTH - EDGES.right}" y1="${at}" y2="${at}" stroke="#ddd"/>`
    return `${line}${text(EDGES.left - 8, at + 4, inFrench(tick), 'text-anchor="end"')}`
  }),
  ...x.ticks.map((tick) =>
    text(round(x.at(tick)), HEIGHT - EDGES.bottom + 20, inFrench(tick), 'text-anchor="middle"'),
  ),
  text(WIDTH / 2, HEIGHT - 12, xLabel, 'text-anchor="middle"'),
  text(0, 0, yLabel, `transform="translate(18 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle"`),
  ...lines,
].join('\n')}
</svg>
`
}

type Axis = { at: (value: number) => number; ticks: number[] }

/** From 0 to a round number beyond the greatest value. */
function axis(values: readonly number[], [from, to]: readonly [number, number]): Axis {
  const greatest = Math.max(1, ...values)
  const rough = greatest / TICKS
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude
  const count = Math.ceil(greatest / step)
  return {
    at: (value) => from + ((to - from) * value) / (count * step),
    ticks: Array.from({ length: count + 1 }, (_, index) => index * step),
  }
}

function text(x: number, y: number, words: string, attributes = ''): string {
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x}" y="${y}" fill="#222" ${attributes}>${escaped}</text>`
}

function colour(index: number): string {
  return COLOURS[index % COLOURS.length] ?? '#000'
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function inFrench(value: number): string {
  return String(round(value)).replace('.', ',')
}
