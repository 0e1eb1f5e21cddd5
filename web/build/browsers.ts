import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The oldest browsers in which the whole site works, as 'chrome 109'. */
export const { browserslist } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { browserslist: string[] }

/** The same for Vite, as 'chrome109'. */
export const target = browserslist.map((browser) => browser.replace(/(?:_saf)? /, ''))
