import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createRequire } from 'node:module'

export type Emulator = { endpoint: string; stop(): void }

/**
 * The real DynamoDB emulator, in memory, on a port of its own. Where its binary does not run, `DYNAMODB_ENDPOINT` names
 * any compatible server.
 */
export async function startEmulator(): Promise<Emulator> {
  const given = process.env.DYNAMODB_ENDPOINT
  if (given) return { endpoint: given, stop: () => undefined }
  const port = await freePort()
  const binary = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/dynoxide')
  const child = spawn(binary, ['--port', String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill())
  await listening(child)
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

async function listening(child: ChildProcess): Promise<void> {
  const [line] = (await Promise.race([
    once(child.stdout ?? child, 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The emulator ended with ${String(code)}`)
    }),
  ])) as [Buffer]
  if (!line.toString().includes('listening')) throw new Error(`The emulator said ${line.toString()}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}
