import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Chromium without the windows of a browser: Playwright's own choice for headless runs, at half the processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** A browser that is installed already will do after it. */
const INSTALL_LIMIT_MS = 180_000

const ADVICE = `The browser tests need Chromium and none could be found or installed.
Install one of these and run npm test again:
  - Debian (as root):          apt-get install -y chromium-headless-shell
  - elsewhere:                 npx playwright install chromium
or set CHROMIUM_PATH to the program of an installed Chromium or Chrome.`

/** The headless shell is installed where root can install Debian's package. @throws Error that says what to install */
export function ensureChromium(): string {
  return (
    chosenChromium() ??
    inPath([HEADLESS_SHELL]) ??
    debianShell() ??
    inPath(BROWSERS) ??
    [chromium.executablePath()].find(isProgram) ??
    downloadedChromium() ??
    fail()
  )
}

function chosenChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen && !isProgram(chosen)) throw new Error(`CHROMIUM_PATH names no program: ${chosen}`)
  return chosen
}

function inPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

function debianShell(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log("Installing Debian's headless Chromium for the browser tests …")
  const aptGet = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: INSTALL_LIMIT_MS,
    }).status === 0
  const install = () => aptGet('install', '-y', HEADLESS_SHELL)
  // The lists of packages may be missing or old.
  if (!install() && aptGet('update')) install()
  return inPath([HEADLESS_SHELL])
}

function downloadedChromium(): string | undefined {
  console.log("No Chromium found: trying Playwright's download …")
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit', shell: process.platform === 'win32' })
  return [chromium.executablePath()].find(isProgram)
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
