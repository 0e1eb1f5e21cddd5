import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect } from '@playwright/test'
import type { Engine } from './engine.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const DISPLAY = '/usr/bin/xvfb-run'

/** Starts Debian's WebKitGTK, Safari's engine, through its WebDriver. */
export const webkitGtk: Engine = {
  name: 'WebKitGTK',
  async starts() {
    for (const [program, name] of [
      [DRIVER, 'webkit2gtk-driver'],
      [DISPLAY, 'xvfb'],
    ] as const)
      if (!existsSync(program)) return `apt-get install -y ${name}: there is no ${program}`
    const port = await freePort()
    const driver = spawn(DISPLAY, ['-a', DRIVER, `--port=${port}`], { stdio: 'ignore', detached: true })
    const call = async (method: 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        body: body ? JSON.stringify(body) : null,
        headers: { 'content-type': 'application/json' },
      })
      const { value } = (await answer.json()) as { value: unknown }
      if (!answer.ok) throw new Error(JSON.stringify(value))
      return value
    }
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady).toBe(true)
    const { sessionId } = (await call('POST', '/session', { capabilities: {} })) as { sessionId: string }
    return {
      opens: async (url) => void (await call('POST', `/session/${sessionId}/url`, { url })),
      evaluates: (expression) =>
        call('POST', `/session/${sessionId}/execute/sync`, { script: `return ${expression}`, args: [] }),
      async closes() {
        await call('DELETE', `/session/${sessionId}`)
        // The display and the driver are one group of processes.
        if (driver.pid) process.kill(-driver.pid)
      },
    }
  },
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
}
