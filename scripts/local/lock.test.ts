import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lockFolder } from './lock.ts'
import { StartRefusal } from './ports.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'lock-'))

test('refuses a second start on the same folder and names its process', async () => {
  const folder = newFolder()
  const unlock = await lockFolder(folder, 3000)
  await expect(lockFolder(folder, 3100)).rejects.toThrow(StartRefusal)
  await expect(lockFolder(folder, 3100)).rejects.toThrow(`processus ${process.pid}, http://localhost:3000`)
  unlock()
  ;(await lockFolder(folder, 3000))()
})

test('takes over the lock of a killed process', async () => {
  const folder = newFolder()
  const program = `import { lockFolder } from ${JSON.stringify(fileURLToPath(new URL('./lock.ts', import.meta.url)))}
await lockFolder(${JSON.stringify(folder)}, 3000)
console.log('locked')
setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(holder.stdout, 'data')
  await expect(lockFolder(folder, 3100)).rejects.toThrow(`processus ${holder.pid}`)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  ;(await lockFolder(folder, 3100))()
})
