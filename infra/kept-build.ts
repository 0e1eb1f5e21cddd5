import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './run-app.ts'

/** Environment of a synthesis that is not deployed: builds of the same sources are made once. */
export const WITH_KEPT_BUILDS = { KEPT_BUILDS: join(ROOT, 'node_modules/.cache/builds') }

const SOURCE_FOLDERS = ['functions', 'infra', 'shared', 'web']
const SOURCE_FILES = ['cdk.json', 'package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json']
const NO_SOURCE = /(?:^|\/)(?:node_modules|dist|e2e|test-support)(?:\/|$)|\.test\.tsx?$/
const KEPT_MS = 24 * 60 * 60 * 1000

/**
 * Makes `build` fill a folder that exists until the process ends. With KEPT_BUILDS, a folder, a build of the same
 * sources and inputs is taken from there, also by several processes at once.
 */
export function keptBuild(name: string, inputs: unknown, build: (folder: string) => void): string {
  const cache = process.env['KEPT_BUILDS']
  if (!cache) {
    const folder = mkdtempSync(join(tmpdir(), `${name}-`))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    build(folder)
    return folder
  }
  const digest = digestOfSources(inputs)
  const kept = join(cache, `${name}-${digest}`)
  if (existsSync(kept)) {
    utimesSync(kept, new Date(), new Date())
    return kept
  }
  mkdirSync(cache, { recursive: true })
  removeOld(cache)
  const own = mkdtempSync(join(cache, 'unfinished-'))
  build(own)
  // Files were saved during the build, so that its inputs are unknown: it is used once, and deleted after a day.
  if (digestOfSources(inputs) !== digest) return own
  try {
    renameSync(own, kept)
  } catch (error) {
    // Another process was faster.
    rmSync(own, { recursive: true })
    if (!existsSync(kept)) throw error
  }
  return kept
}

/** Removes what was not used for a day. */
export function removeOld(cache: string): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    if (statSync(path).mtimeMs < Date.now() - KEPT_MS) rmSync(path, { recursive: true, force: true })
  }
}

/** Digest of every file that a synthesis reads, of the version of Node, and of `inputs`. */
export function digestOfSources(inputs: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(inputs)).update(process.version)
  for (const file of [...SOURCE_FILES, ...SOURCE_FOLDERS.flatMap(filesIn)])
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  return hash.digest('hex')
}

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length).split('\\').join('/'))
    .filter((file) => !NO_SOURCE.test(file))
    .sort()
}
