import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const BOOTSTRAP = fileURLToPath(new URL('./bootstrap.mjs', import.meta.url))

const lock = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages: { '': {}, ...packages } })
const modulesOf = (folder: string) => join(folder, 'node_modules')

/** A project with a lockfile, what npm says it installed, and an npm that only notes that it was called. */
function project({ locked = {}, installed = {} as object | null, source = '' }) {
  const folder = mkdtempSync(join(tmpdir(), 'project-'))
  mkdirSync(join(folder, 'scripts'))
  mkdirSync(join(modulesOf(folder), '.bin'), { recursive: true })
  mkdirSync(join(folder, 'bin'))
  copyFileSync(BOOTSTRAP, join(folder, 'scripts/bootstrap.mjs'))
  writeFileSync(join(folder, 'scripts/program.ts'), source)
  writeFileSync(join(folder, 'package-lock.json'), lock(locked))
  if (installed) writeFileSync(join(modulesOf(folder), '.package-lock.json'), lock(installed))
  const npm = `#!/bin/sh\necho "$@" >> npm-calls\necho '${lock(locked)}' > node_modules/.package-lock.json\n`
  writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 })
  return folder
}

function run(folder: string, ...args: string[]) {
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'scripts/program.ts', ...args], {
    cwd: folder,
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([out, err, [code]]) => ({ out, err, code: code as number }),
  )
  return { child, ended }
}

const npmCalls = (folder: string) => {
  try {
    return readFileSync(join(folder, 'npm-calls'), 'utf8').trim().split('\n').length
  } catch {
    return 0
  }
}

test('runs TypeScript with the arguments, and passes the exit code on', async () => {
  const folder = project({
    source: 'const left: number = 7\nconsole.log(process.argv.slice(2).join()); process.exit(left)',
  })
  const { out, code } = await run(folder, '--reset', 'x y').ended
  expect([out, code]).toEqual(['--reset,x y\n', 7])
})

test('puts the project’s own programs first in PATH', async () => {
  const folder = project({ source: "console.log(process.env.PATH?.split(':')[0])" })
  expect((await run(folder).ended).out.trim()).toBe(join(modulesOf(folder), '.bin'))
})

test('passes a signal on and waits for the program to end', async () => {
  const folder = project({
    source: `process.on('SIGTERM', () => setTimeout(() => { console.log('done'); process.exit(3) }, 100))
      setInterval(() => {}, 1000)
      console.log('ready')`,
  })
  const { child, ended } = run(folder)
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 3 })
})

test('tells the program when it is killed itself', async () => {
  const folder = project({
    source: `import { writeFileSync } from 'node:fs'
      process.on('disconnect', () => { writeFileSync('told', ''); process.exit(0) })
      console.log('ready')`,
  })
  const { child, ended } = run(folder)
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  // The pipes close when the program, which shares them, is gone too.
  await ended
  expect(readFileSync(join(folder, 'told'), 'utf8')).toBe('')
})

const a = { version: '1.0.0', integrity: 'sha512-a' }
const other = process.platform === 'linux' ? 'darwin' : 'linux'

test.each([
  { what: 'nothing', locked: { 'node_modules/a': a }, installed: null, calls: 1 },
  { what: 'the same', locked: { 'node_modules/a': a }, installed: { 'node_modules/a': a }, calls: 0 },
  {
    what: 'another version',
    locked: { 'node_modules/a': a },
    installed: { 'node_modules/a': { ...a, version: '0.9.0' } },
    calls: 1,
  },
  { what: 'one more', locked: {}, installed: { 'node_modules/a': a }, calls: 1 },
  { what: 'one less', locked: { 'node_modules/a': a }, installed: {}, calls: 1 },
  {
    what: 'all but an optional one of another platform',
    locked: { 'node_modules/a': { ...a, optional: true, os: [other] } },
    installed: {},
    calls: 0,
  },
  {
    what: 'all but an optional one of this platform',
    locked: { 'node_modules/a': { ...a, optional: true, os: [process.platform], cpu: [process.arch] } },
    installed: {},
    calls: 1,
  },
])('with $what installed, npm is called $calls times', async ({ locked, installed, calls }) => {
  const folder = project({ locked, installed })
  await run(folder).ended
  expect(npmCalls(folder)).toBe(calls)
  // What is in order stays in order.
  await run(folder).ended
  expect(npmCalls(folder)).toBe(calls)
})

test('a lockfile that changed since is installed again', async () => {
  const folder = project({ locked: { 'node_modules/a': a }, installed: { 'node_modules/a': a } })
  await run(folder).ended
  writeFileSync(join(folder, 'package-lock.json'), lock({ 'node_modules/a': { ...a, version: '2.0.0' } }))
  await run(folder).ended
  expect(npmCalls(folder)).toBe(1)
})

test('so is one whose packages were changed by hand since', async () => {
  const folder = project({ locked: { 'node_modules/a': a }, installed: { 'node_modules/a': a } })
  await run(folder).ended
  const list = join(modulesOf(folder), '.package-lock.json')
  writeFileSync(list, lock({}))
  const later = new Date(Date.now() + 1_000)
  utimesSync(list, later, later)
  await run(folder).ended
  expect(npmCalls(folder)).toBe(1)
})

test('ends the program when the shell that npm put in between is gone', async () => {
  const folder = project({ source: 'console.log(process.pid); setInterval(() => {}, 1000)' })
  const command = `'${process.execPath}' scripts/bootstrap.mjs scripts/program.ts; true`
  const shell = spawn('sh', ['-c', command], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(shell.stdout, 'data')) as [Buffer]
  shell.kill('SIGKILL')
  // The program held the other end of the pipe: it closes when it is gone.
  await once(shell.stdout, 'close')
  expect(() => process.kill(Number(line.toString()), 0)).toThrow('ESRCH')
})
