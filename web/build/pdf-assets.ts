import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }

/**
 * What PDF.js fetches by name when a document needs it: the standard fonts, and the image decoders in the form that
 * does without WebAssembly, which the site's CSP forbids.
 */
const files = ['standard_fonts', 'wasm'].flatMap((folder) =>
  readdirSync(join(home, folder))
    .filter(
      (name) =>
        folder === 'standard_fonts' || /nowasm_fallback|LICENSE_(?:PDFJS_)?(?:JBIG2|OPENJPEG)/.test(name),
    )
    .map((name) => `${folder}/${name}`),
)

/** Where these files are served; in the built site the version makes them immutable. */
export function pdfAssetsPath(command: 'build' | 'serve'): string {
  return command === 'build' ? `/assets/pdfjs-${version}` : `/@fs${home}`
}

/** Publishes these files with the built site. */
export function pdfAssets(): Plugin {
  return {
    name: 'pdf-assets',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      for (const name of files)
        this.emitFile({
          type: 'asset',
          fileName: `${pdfAssetsPath('build').slice(1)}/${name}`,
          source: readFileSync(join(home, name)),
        })
    },
  }
}
