import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { progressLine } from './terminal.ts'

const SOURCE = `
  import { ask, interruption } from '${new URL('./terminal.ts', import.meta.url).href}'
  const signal = interruption('interrompu')
  process.stdout.write(JSON.stringify(await ask('Oui ? ', signal).catch(({ message }) => message)))`

/** Asks in a child process. */
function asked() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SOURCE], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = Promise.all([text(child.stdout), once(child, 'exit')]).then(([out]) => out)
  return { child, ended }
}

test.each([
  { what: 'the first line, trimmed', input: '  oui \nnon\n', answer: 'oui' },
  { what: 'an empty answer when the input is closed', input: '', answer: '' },
])('ask returns $what', async ({ input, answer }) => {
  const { child, ended } = asked()
  child.stdin.end(input)
  expect(await ended).toBe(`Oui ? ${JSON.stringify(answer)}`)
})

test('ask throws the reason of a signal that arrives while it waits', async () => {
  const { child, ended } = asked()
  await once(child.stdout, 'readable')
  child.kill('SIGTERM')
  expect(await ended).toMatch(/^Oui \? \s*"interrompu"$/)
})

test.each([
  {
    state: { sum: 12_400, estimate: 30_000, seconds: 4 },
    line: "Lecture : 12 400 éléments, 41 % d'environ 30 000, encore 6 s",
  },
  { state: { sum: 5, estimate: 0, seconds: 1 }, line: 'Lecture : 5 éléments' },
  { state: { sum: 20, estimate: 10, seconds: 2 }, line: "Lecture : 20 éléments, 100 % d'environ 10" },
])('progress is shown as $line', ({ state, line }) => expect(progressLine('Lecture', state)).toBe(line))
