import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { jest } from '@jest/globals'
import { freePort } from '#functions/test-support/free-port.ts'
import { Children } from './children.ts'

const SERVER = `require('node:http').createServer((_, response) => response.end('ok')).listen(process.env.PORT, '127.0.0.1')`

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 100 && !condition(); attempt++) await setTimeout(50)
  expect(condition()).toBe(true)
}

async function startServer(children: Children) {
  const port = await freePort()
  const lines: string[] = []
  const child = await children.start({
    name: 'server',
    command: process.execPath,
    args: ['-e', SERVER],
    env: { PORT: String(port) },
    port,
    log: (line) => lines.push(line),
  })
  return { child, port, lines }
}

test('a process is ready when it answers, and gone after close', async () => {
  const children = new Children()
  const { child, port } = await startServer(children)
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok')
  const pid = child.pid ?? 0
  await children.close()
  expect(isAlive(pid)).toBe(false)
})

test('one that dies by itself is started again', async () => {
  const said = jest.spyOn(console, 'error').mockImplementation(() => {})
  const children = new Children()
  const { child } = await startServer(children)
  const before = child.pid ?? 0
  process.kill(before, 'SIGKILL')
  await until(() => child.pid !== null && child.pid !== before)
  expect(said).toHaveBeenCalledWith('server : arrêt imprévu, relance.')
  said.mockRestore()
  await children.close()
})

test('one that is killed on purpose stays away until it is started again', async () => {
  const children = new Children()
  const { child } = await startServer(children)
  const before = child.pid ?? 0
  await child.kill()
  expect(isAlive(before)).toBe(false)
  await setTimeout(300)
  expect(child.pid).toBeNull()
  await child.start()
  expect(isAlive(child.pid ?? 0)).toBe(true)
  await children.close()
})

test('one that cannot start is told', async () => {
  const children = new Children()
  const start = children.start({
    name: 'server',
    command: process.execPath,
    args: ['-e', 'process.exit(1)'],
    port: await freePort(),
    log: () => {},
  })
  await expect(start).rejects.toThrow('server : le démarrage a échoué')
  await children.close()
})

test('the keeper ends what it was told of when its starter is gone', async () => {
  const orphan = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const forgotten = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('./keeper.ts', import.meta.url))], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  keeper.stdin.write(`watch ${orphan.pid}\nwatch ${forgotten.pid}\nforget ${forgotten.pid}\n`)
  keeper.stdin.end()
  await once(orphan, 'exit')
  await once(keeper, 'exit')
  expect(forgotten.exitCode).toBeNull()
  forgotten.kill()
})
