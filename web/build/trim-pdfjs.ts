import type { Plugin } from 'vite'

/**
 * Parts of PDF.js that the viewer never runs, by the paths of its sources, each with a replacement for the names that
 * the rest uses. They are two fifths of what a phone would fetch before its first page.
 */
const UNUSED: Record<'pdf.worker.mjs' | 'pdf.mjs', Record<string, string>> = {
  'pdf.worker.mjs': {
    // Forms of Adobe LiveCycle, which PDF.js shows only on request.
    'src/core/xfa/': 'class XFAFactory { static getRichTextAsHtml() { return null } }',
    'src/core/xfa_fonts.js': 'const getXfaFontName = () => null, getXfaFontDict = () => null',
    'src/core/calibri_factors.js': '',
    'src/core/helvetica_factors.js': '',
    'src/core/liberationsans_widths.js': '',
    'src/core/myriadpro_factors.js': '',
    'src/core/segoeui_factors.js': '',
    // Merges and splits documents.
    'src/core/editor/pdf_editor.js': 'class PDFEditor {}',
    // A compression that no published PDF standard has; browsers that know it decode it themselves.
    'external/brotli/': 'const BrotliDecode = () => { throw new Error("Brotli is not supported") }',
  },
  'pdf.mjs': {
    'src/display/editor/': 'class AnnotationEditor {}',
    'src/display/annotation_layer.js': '',
    'src/display/draw_layer.js': '',
    'src/display/svg_factory.js': '',
    'src/display/text_layer_images.js': '',
    'src/display/touch_manager.js': '',
    'src/display/xfa_layer.js': 'class XfaLayer {}',
    'src/shared/scripting_utils.js': '',
    // This file exports everything, also on the window, so that no part could be left out.
    'src/pdf.js': 'export { getDocument, GlobalWorkerOptions, PDFDataRangeTransport, PDFWorker, TextLayer }',
  },
}

/** PDF.js marks the beginning of each of its sources. */
const SOURCE = /^;\/\/ \.\/(\S+)$/m
const FILE = /\/pdfjs-dist\/legacy\/build\/(pdf(?:\.worker)?\.mjs)$/

/** Builds PDF.js without the parts that the viewer never runs. */
export function trimPdfjs(): Plugin {
  return {
    name: 'trim-pdfjs',
    apply: 'build',
    transform(code, id) {
      const file = FILE.exec(id)?.[1] as keyof typeof UNUSED | undefined
      return file ? { code: withoutUnused(code, file), map: null } : null
    },
  }
}

/** @throws Error when PDF.js has no such part any more */
export function withoutUnused(code: string, file: keyof typeof UNUSED): string {
  const unused = UNUSED[file]
  const [prelude = '', ...sources] = code.split(SOURCE)
  const found = new Set<string>()
  const kept = [prelude]
  for (let at = 0; at < sources.length; at += 2) {
    const [path = '', source = ''] = sources.slice(at, at + 2)
    const part = Object.keys(unused).find((each) => path.startsWith(each))
    if (part === undefined) kept.push(source)
    else if (!found.has(part)) kept.push(`\n${unused[part]}\n`)
    if (part !== undefined) found.add(part)
  }
  const missing = Object.keys(unused).filter((part) => !found.has(part))
  if (missing.length > 0) throw new Error(`${file} has no ${missing.join(', ')}: see web/build/trim-pdfjs.ts`)
  return kept.join('')
}
