import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './ports.ts'

const SERVER = `require('node:http').createServer((_, response) => response.end('ok')).listen(process.argv[1], '127.0.0.1')`

function isAlive(pid: number | null): boolean {
  try {
    return pid !== null && process.kill(pid, 0)
  } catch {
    return false
  }
}

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
