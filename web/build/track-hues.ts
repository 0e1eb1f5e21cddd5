import type { Plugin } from 'vite'
import { type Track, tracks } from '#shared/catalogue/tracks.ts'

const MODULE = 'virtual:track-hues.css'

/** Vite plugin: adds the hues of the catalogue to the one style sheet of the site, since the CSP allows no inline style. */
export function trackHues(): Plugin {
  return {
    name: 'track-hues',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) => (id === `\0${MODULE}` ? trackHuesCss(tracks) : undefined),
  }
}

/** Sets the custom properties of tokens.css for everything inside an element that names a track. */
export function trackHuesCss(listed: readonly Track[]): string {
  const rules = (scheme: 'light' | 'dark') =>
    listed.map(({ code, hue }) => rule(code, hue[scheme])).join('\n')
  return `${rules('light')}\n@media (prefers-color-scheme: dark) {\n${rules('dark')}\n}\n`
}

function rule(code: string, { text, soft }: Track['hue']['light']): string {
  // The lines of the millimetre paper are 5 and 10 percent opaque.
  return `[data-track="${code}"] { --hue: ${text}; --hue-soft: ${soft}; --grid: ${text}0d; --grid-strong: ${text}1a; }`
}
