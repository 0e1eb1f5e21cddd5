/**
 * npm leaves out the packages of other platforms that it cannot look up where it runs, and `npm ci` then refuses the
 * lockfile everywhere.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#infra/run-app.ts'
import { defineCommand, runCommand } from './operations/command-line.ts'

const LOCKFILE = join(ROOT, 'package-lock.json')

const read = () => JSON.parse(readFileSync(LOCKFILE, 'utf8')) as Lockfile
const write = (lockfile: Lockfile) => writeFileSync(LOCKFILE, `${JSON.stringify(lockfile, null, 2)}\n`)

async function run(): Promise<void> {
  const before = readFileSync(LOCKFILE)
  write(withoutUnknown(read()))
  const { status } = spawnSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    writeFileSync(LOCKFILE, before)
    throw new Error('npm a échoué ; package-lock.json est resté tel quel.')
  }
  const looked = read()
  write(withMissing(looked))
  console.log(
    `package-lock.json est complet ; ${listMissing(looked).length} paquets n'ont pas pu être consultés.`,
  )
}

export const command = defineCommand({
  name: 'npm run lockfile',
  summary:
    "Complète package-lock.json après un changement de dépendances, pour que npm ci l'accepte partout.",
  options: {},
  run,
})

if (import.meta.main) process.exitCode = await runCommand(command)

type LockedPackage = {
  version?: string
  /** Digest of the archive; missing where npm could not look the package up. */
  integrity?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  /** Comes inside the archive of another package. */
  inBundle?: boolean
  link?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
export type Lockfile = { packages: Record<string, LockedPackage> }

/** An optional package without an entry; `version` as the package that needs it says it. */
type MissingPackage = { name: string; version: string; neededBy: string }

const FOLDER = 'node_modules/'
const ONE_VERSION = /^\d+\.\d+\.\d+(?:-.+)?$/

/** `npm ci` refuses a lockfile without them, on every platform. */
export function listMissing({ packages }: Lockfile): MissingPackage[] {
  return Object.entries(packages).flatMap(([neededBy, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).flatMap(([name, version]) => {
      const nearest = pathsFrom(neededBy, name).find((path) => path in packages)
      const found = nearest && packages[nearest]?.version
      const isFound = ONE_VERSION.test(version) ? found === version : found !== undefined
      return isFound ? [] : [{ name, version, neededBy }]
    }),
  )
}

/** Lists the places where Node looks for a package, nearest first. */
function pathsFrom(path: string, name: string): string[] {
  if (path === '') return [`${FOLDER}${name}`]
  const above = path.slice(0, Math.max(path.lastIndexOf(`/${FOLDER}`), 0))
  return [`${path}/${FOLDER}${name}`, ...pathsFrom(above, name)]
}

export function isLookedUp({ integrity, inBundle, link }: LockedPackage): boolean {
  return integrity !== undefined || inBundle === true || link === true
}

/** So that npm tries again. */
export function withoutUnknown(lockfile: Lockfile): Lockfile {
  const known = Object.entries(lockfile.packages).filter(([path, entry]) => path === '' || isLookedUp(entry))
  return { ...lockfile, packages: Object.fromEntries(known) }
}

/** Each for the platform that its name says. @throws Error when a package is needed in a range of versions */
export function withMissing(lockfile: Lockfile): Lockfile {
  const packages = { ...lockfile.packages }
  for (const { name, version, neededBy } of listMissing(lockfile)) {
    if (!ONE_VERSION.test(version)) throw new Error(`${neededBy} needs ${name} in a range: ${version}`)
    const { dev, devOptional } = packages[neededBy] ?? {}
    const above = packages[`${FOLDER}${name}`]
    if (above?.version === version) continue
    packages[above ? `${neededBy}/${FOLDER}${name}` : `${FOLDER}${name}`] = {
      version,
      ...sorted({
        ...platformOf(name),
        ...(dev && { dev }),
        ...(devOptional && { devOptional }),
        optional: true,
      }),
    }
  }
  return { ...lockfile, packages: sorted(packages) }
}

const PLATFORM =
  /[-/](aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-([a-z\d]+)(?:-(gnu|glibc|musl|gnueabihf|musleabihf|eabi|msvc))?$/
const LIBC: Record<string, string> = { gnu: 'glibc', glibc: 'glibc', musl: 'musl' }

function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const [, os, cpu, abi = ''] = PLATFORM.exec(name) ?? []
  if (!os || !cpu) throw new Error(`The name ${name} says no platform`)
  const libc = LIBC[abi]
  return { os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) }
}

function sorted<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => a.localeCompare(b, 'en'))) as T
}
