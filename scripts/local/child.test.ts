import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Child } from './child.ts'
import { freePort } from './ports.ts'

const SERVER = `require('node:http').createServer((_, response) => response.end('ok')).listen(process.argv[1], '127.0.0.1')`

function isAlive(pid: number | null): boolean {
  try {
    return pid !== null && process.kill(pid, 0)
  } catch {
    return false
  }
}

async function startServer() {
  const port = await freePort()
  const args = ['-e', SERVER, String(port)]
  const child = new Child({ name: 'server', command: process.execPath, args, port })
  await child.start()
  return { child, port }
}

test('a child is ready when it answers, and ended after a stop', async () => {
  const { child, port } = await startServer()
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok')
  const { pid } = child
  await child.stop()
  expect(isAlive(pid)).toBe(false)
})

test('reports a failed start', async () => {
  const args = ['-e', 'process.exit(1)']
  const child = new Child({ name: 'server', command: process.execPath, args, port: await freePort() })
  await expect(child.start()).rejects.toThrow('server : le démarrage a échoué')
})

test('a child ends when its starter is killed', async () => {
  const port = await freePort()
  const options = { name: 'server', command: process.execPath, args: ['-e', SERVER, String(port)], port }
  const program = `import { Child } from ${JSON.stringify(fileURLToPath(new URL('./child.ts', import.meta.url)))}
const child = new Child(${JSON.stringify(options)})
await child.start()
console.log(child.pid)
setInterval(() => {}, 1000)`
  const starter = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [text] = (await once(starter.stdout, 'data')) as [Buffer]
  const pid = Number(text.toString())
  expect(isAlive(pid)).toBe(true)
  starter.kill('SIGKILL')
  while (isAlive(pid)) await setTimeout(20)
})
