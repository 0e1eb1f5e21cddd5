import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

const ADVICE = `The browser tests need Chromium and none could be found or installed.
Install one of these and run npm test again:
  - Debian, Ubuntu (as root):  apt-get install -y chromium
  - elsewhere:                 npx playwright install chromium
or set CHROMIUM_PATH to the program of an installed Chromium or Chrome.`

/**
 * The Chromium that the browser tests drive: CHROMIUM_PATH, an installed one, else Debian's package (as root), else
 * Playwright's own download.
 * @throws Error that says what to install
 */
export function ensureChromium(): string {
  return installedChromium() ?? debianChromium() ?? downloadedChromium() ?? fail()
}

function installedChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (!isProgram(chosen)) throw new Error(`CHROMIUM_PATH names no program: ${chosen}`)
    return chosen
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
  return found ?? [chromium.executablePath()].find(isProgram)
}

function debianChromium(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log("No Chromium found: installing Debian's package …")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'], env })
  return installedChromium()
}

function downloadedChromium(): string | undefined {
  console.log("No Chromium found: trying Playwright's download …")
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit', shell: process.platform === 'win32' })
  return installedChromium()
}

function fail(): never {
  throw new Error(ADVICE)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
