import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './free-port.ts'

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
  const child = spawn(binary, ['--port', String(port)], { stdio: 'ignore' })
  // A test run that fails half-way still ends, and takes the emulator along.
  child.unref()
  const kill = () => child.kill()
  process.once('exit', kill)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The emulator ended with ${String(code)}`)
  })
  ended.catch(() => undefined)
  const stop = () => {
    process.off('exit', kill)
    child.kill()
  }
  await Promise.race([listening(port), ended])
  return { endpoint: `http://127.0.0.1:${port}`, stop }
}

/** Ready within 30 ms as a rule; given up after 5 s. */
async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 250; attempt += 1) {
    if (await accepts(port)) return
    await setTimeout(20)
  }
  throw new Error('The emulator does not listen')
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
