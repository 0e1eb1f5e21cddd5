import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

const SOURCE = `
  import { ask } from '${new URL('./ask.ts', import.meta.url).href}'
  import { interruption } from '${new URL('./interruption.ts', import.meta.url).href}'
  const signal = interruption('interrompu')
  process.stdout.write(JSON.stringify(await ask('Oui ? ', signal).catch(({ message }) => message)))`

/** Asks in a process of its own, whose input is as given. */
function asked() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SOURCE], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = Promise.all([text(child.stdout), once(child, 'exit')]).then(([out]) => out)
  return { child, ended }
}

test.each([
  { what: 'an answer', input: '  oui \nnon\n', answer: 'oui' },
  { what: 'an input that nobody writes to', input: '', answer: '' },
])('$what', async ({ input, answer }) => {
  const { child, ended } = asked()
  child.stdin.end(input)
  expect(await ended).toBe(`Oui ? ${JSON.stringify(answer)}`)
})

test('a signal while it waits', async () => {
  const { child, ended } = asked()
  await once(child.stdout, 'readable')
  child.kill('SIGTERM')
  expect(await ended).toMatch(/^Oui \? \s*"interrompu"$/)
})
