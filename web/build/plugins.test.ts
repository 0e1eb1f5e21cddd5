import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tracks } from '#shared/catalogue/tracks.ts'
import { trackHuesCss } from './plugins.ts'

const TOKENS = readFileSync(join(import.meta.dirname, '../src/ui/tokens.css'), 'utf8')
const DARK_FROM = TOKENS.indexOf('prefers-color-scheme: dark')
const tokens = { light: TOKENS.slice(0, DARK_FROM), dark: TOKENS.slice(DARK_FROM) }

const cases = tracks.flatMap(({ code, hue }) =>
  (['light', 'dark'] as const).map((scheme) => ({ code, scheme, hue: hue[scheme] })),
)

/** WCAG 2.2, success criterion 1.4.3. */
const AA = 4.5

test.each(cases)('the hue of $code is readable in $scheme, and text on its soft hue', ({ scheme, hue }) => {
  const backgrounds = [...['paper', 'surface', 'sunken'].map((name) => token(scheme, name)), hue.soft]
  for (const background of backgrounds)
    expect(contrast(hue.text, background), background).toBeGreaterThanOrEqual(AA)
  for (const name of ['ink', 'ink-soft'])
    expect(contrast(token(scheme, name), hue.soft), name).toBeGreaterThanOrEqual(AA)
})

test('the style sheet sets the hue and the grid of a track in both schemes', () => {
  const [first] = tracks
  if (!first) throw new Error('no track')
  expect(trackHuesCss([first])).toBe(
    [
      `[data-track="${first.code}"] { --hue: #4338ca; --hue-soft: #ebeaff; --grid: #4338ca0d; --grid-strong: #4338ca1a; }`,
      '@media screen and (prefers-color-scheme: dark) {',
      `[data-track="${first.code}"] { --hue: #b9b3ff; --hue-soft: #2a2860; --grid: #b9b3ff0d; --grid-strong: #b9b3ff1a; }`,
      '}',
      '',
    ].join('\n'),
  )
})

function token(scheme: 'light' | 'dark', name: string): string {
  const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(tokens[scheme])?.[1]
  if (!value) throw new Error(`tokens.css sets no --${name} in ${scheme}`)
  return value
}

/** The ratio of WCAG 2.2 between two colours, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (bright + 0.05) / (dim + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
