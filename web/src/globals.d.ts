import type { SiteContent } from '#shared/contract/site-config.ts'

declare global {
  /** Content of the stage, set by the build (vite.config.ts). */
  const __SITE__: SiteContent
  /** Path of the fonts and decoders of PDF.js, set by the build. */
  const __PDF_ASSETS__: string
}
