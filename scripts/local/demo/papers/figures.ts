import { fixed } from './pdf-writer.ts'

type Point = readonly [x: number, y: number]
type Axis = { label: string; from?: number; to: number; step: number }
/** The tangent at the origin reaches the asymptote `at` a value of y, at the `time`. */
type Asymptote = { at: number; time: number }
type Graph = { x: Axis; y: Axis; curve: (x: number) => number; asymptote?: Asymptote }

const WIDTH = 250
const HEIGHT = 104
const SAMPLES = 240

const decay = (time: number, constant: number) => Math.exp(-time / constant)
const wave = (phase: number) => Math.cos(2 * Math.PI * phase)

const graphs: Readonly<Record<string, Graph>> = {
  titrage: {
    x: { label: 'V_B (mL)', to: 30, step: 5 },
    y: { label: 'pH', to: 14, step: 2 },
    curve: readPh,
  },
  avancement: {
    x: { label: 't (min)', to: 100, step: 10 },
    y: { label: 'x (mmol)', to: 10, step: 2 },
    curve: (time) => 7.6 * (1 - decay(time, 20)),
    asymptote: { at: 7.6, time: 20 },
  },
  vagues: {
    x: { label: 'x (cm)', to: 7.2, step: 1.2 },
    y: { label: 'z (mm)', from: -3, to: 3, step: 1 },
    curve: (x) => 2 * wave(x / 1.2),
  },
  activite: {
    x: { label: 't (jours)', to: 40, step: 4 },
    y: { label: 'a (10^8 Bq)', to: 4, step: 1 },
    curve: (days) => 3.7 * 2 ** (-days / 8),
  },
  charge: {
    x: { label: 't (ms)', to: 60, step: 10 },
    y: { label: 'u_C (V)', to: 10, step: 2 },
    curve: (time) => 9 * (1 - decay(time, 10)),
    asymptote: { at: 9, time: 10 },
  },
  courant: {
    x: { label: 't (ms)', to: 30, step: 5 },
    y: { label: 'i (mA)', to: 120, step: 20 },
    curve: (time) => 100 * (1 - decay(time, 5)),
  },
  oscillations: {
    x: { label: 't (ms)', to: 50, step: 5 },
    y: { label: 'u_C (V)', from: -10, to: 10, step: 5 },
    curve: (time) => 9 * decay(time, 20) * wave(time / 10),
  },
  modulation: {
    x: { label: 't (ms)', to: 1, step: 0.25 },
    y: { label: 'u_s (V)', from: -6, to: 6, step: 2 },
    curve: (time) => 4 * (1 + 0.5 * wave(time)) * wave(time * 20),
  },
  trajectoire: {
    x: { label: 'x (m)', to: 64, step: 8 },
    y: { label: 'y (m)', to: 20, step: 5 },
    curve: (x) => Math.max(0, x - (9.8 * x * x) / 625),
  },
  chute: {
    x: { label: 't (s)', to: 0.6, step: 0.1 },
    y: { label: 'v (m·s^{-1})', to: 1, step: 0.2 },
    curve: (time) => 0.87 * (1 - decay(time, 0.1)),
  },
  pendule: {
    x: { label: 't (s)', to: 1.4, step: 0.2 },
    y: { label: 'x (cm)', from: -4, to: 4, step: 2 },
    curve: (time) => 4 * wave(time / 0.63),
  },
}

/** On each side of the equivalence, at 20 mL, as the course approximates it for an acid and a base of 0,1 mol/L. */
function readPh(base: number): number {
  if (base < 20) return 4.8 + Math.log10((base + 0.1) / (20.1 - base))
  return 14 + Math.log10((0.1 * (base - 19.9)) / (base + 20))
}

/** A figure of a known height, drawn with its upper left corner at a point. */
type Figure = { height: number; draw: (x: number, top: number) => string }

export function createFigure(name: string, scale: number, label: Drawing['label']): Figure {
  const graph = graphs[name]
  if (!graph) throw new Error(`No figure has the name ${name}`)
  return {
    height: (HEIGHT + 40) * scale,
    draw: (x, top) => drawGraph(graph, { x: x + 90 * scale, y: top - (HEIGHT + 20) * scale, scale, label }),
  }
}

type Drawing = { x: number; y: number; scale: number; label: (text: string, x: number, y: number) => string }

function drawGraph({ x: across, y: up, curve, asymptote }: Graph, drawing: Drawing): string {
  const { x, y, scale, label } = drawing
  const [left, low] = [across.from ?? 0, up.from ?? 0]
  const at = (px: number, py: number): Point => [
    x + ((px - left) / (across.to - left)) * WIDTH * scale,
    y + ((py - low) / (up.to - low)) * HEIGHT * scale,
  ]
  const steps = ({ from = 0, to, step }: Axis) =>
    Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step)
  const number = (value: number) => fixed(value).replace('.', ',')
  const grid = [
    ...steps(across).map((px) => path([at(px, low), at(px, up.to)])),
    ...steps(up).map((py) => path([at(left, py), at(across.to, py)])),
  ]
  const points = Array.from({ length: SAMPLES + 1 }, (_, index) => {
    const px = left + ((across.to - left) * index) / SAMPLES
    return at(px, curve(px))
  })
  const [zeroX, zeroY] = at(left, 0)
  const numbers = [
    ...steps(across).map((px) => label(number(px), at(px, low)[0] - 3 * scale, y - 11 * scale)),
    ...steps(up).map((py) => label(number(py), x - 20 * scale, at(left, py)[1] - 3 * scale)),
  ]
  return [
    'q 0.4 w 0.75 G',
    ...grid,
    '0 G 0.9 w',
    path([at(left, low), at(left, up.to)]),
    path([
      [zeroX, zeroY],
      [x + (WIDTH + 10) * scale, zeroY],
    ]),
    '1.3 w',
    path(points),
    '0.7 w [4 3] 0 d',
    asymptote ? path([at(0, 0), at(asymptote.time, asymptote.at), at(across.to, asymptote.at)]) : '',
    'Q',
    ...numbers,
    label(up.label, x - 8 * scale, y + (HEIGHT + 7) * scale),
    label(across.label, x + (WIDTH + 14) * scale, zeroY - 3 * scale),
  ].join('\n')
}

function path(points: readonly Point[]): string {
  return `${points.map(([x, y], index) => `${fixed(x)} ${fixed(y)} ${index === 0 ? 'm' : 'l'}`).join(' ')} S`
}
