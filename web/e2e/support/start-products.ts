/** Starts every product side by side, which Playwright itself would do one after the other, and stops them together. */
import { type ChildProcess, spawn } from 'node:child_process'
import { type Product, products } from './products.ts'

const children = products.map(start)
// What playwright.config.ts waits for.
void Promise.all(children.map(isReady)).then(() => console.log('Tous les produits sont prêts.'))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAll)
for (const child of children)
  child.once('exit', (code) => {
    process.exitCode ||= code ?? 1
    stopAll()
  })

function start({ port, dataDir }: Product): ChildProcess {
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir }
  return spawn(process.execPath, ['scripts/start.ts', '--reset'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function isReady({ stdout }: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    stdout?.on('data', (text: Buffer) => {
      process.stdout.write(text)
      if (String(text).includes('Le site est prêt')) resolve()
    })
  })
}

function stopAll(): void {
  for (const child of children) child.kill('SIGTERM')
}
