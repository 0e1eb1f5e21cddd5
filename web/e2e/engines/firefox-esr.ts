import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Engine } from './engine.ts'

const PROGRAM = '/usr/bin/firefox-esr'

type Answer = { id?: number; type: 'success' | 'error' | 'event'; result?: unknown; message?: string }
type Contexts = { contexts: { context: string }[] }
type Evaluated = {
  type: 'success' | 'exception'
  result?: { value?: string }
  exceptionDetails?: { text: string }
}

/** Starts Debian's Firefox ESR, which listens to WebDriver BiDi by itself. */
export const firefoxEsr: Engine = {
  name: 'Firefox ESR',
  async starts() {
    if (!existsSync(PROGRAM)) return `apt-get install -y firefox-esr: there is no ${PROGRAM}`
    const profile = mkdtempSync(join(tmpdir(), 'firefox-esr-'))
    writeFileSync(join(profile, 'user.js'), 'user_pref("intl.accept_languages", "fr-FR");\n')
    const args = ['--headless', '--remote-debugging-port=0', '--profile', profile, '--no-remote']
    const browser = spawn(PROGRAM, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile },
    })
    const send = await connected(await addressOf(browser))
    await send('session.new', { capabilities: {} })
    const { contexts } = (await send('browsingContext.getTree', {})) as Contexts
    const context = contexts[0]?.context
    return {
      opens: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
      async evaluates(expression) {
        const { result, exceptionDetails } = (await send('script.evaluate', {
          expression: `JSON.stringify(${expression})`,
          target: { context },
          awaitPromise: false,
        })) as Evaluated
        if (exceptionDetails) throw new Error(exceptionDetails.text)
        return JSON.parse(result?.value ?? 'null') as unknown
      },
      async closes() {
        const closed = new Promise((done) => browser.once('exit', done))
        browser.kill()
        await closed
        rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
      },
    }
  },
}

/** Firefox says its address when it is ready. */
async function addressOf(browser: ChildProcess): Promise<string> {
  if (browser.stderr)
    for await (const line of createInterface(browser.stderr)) {
      const address = /WebDriver BiDi listening on (\S+)/.exec(line)?.[1]
      if (address) return address
    }
  throw new Error('Firefox ended before it was ready')
}

async function connected(address: string) {
  const socket = new WebSocket(`${address}/session`)
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  await new Promise((done, fail) => {
    socket.addEventListener('open', done)
    socket.addEventListener('error', fail)
  })
  let last = 0
  return async (method: string, params: object): Promise<unknown> => {
    const id = ++last
    const answered = new Promise<Answer>((done) => waiting.set(id, done))
    socket.send(JSON.stringify({ id, method, params }))
    const { type, result, message } = await answered
    waiting.delete(id)
    if (type === 'error') throw new Error(message)
    return result
  }
}
