/**
 * Starts every product, each after the one before it is synthesised, since they share builds, and stops them together.
 * Playwright itself would start one after the other.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { type Product, products } from './products.ts'

const children: ChildProcess[] = []
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAll)

const ready: Promise<void>[] = []
for (const product of products) {
  const child = start(product)
  children.push(child)
  child.once('exit', (code) => {
    process.exitCode ||= code ?? 1
    stopAll()
  })
  child.stdout?.pipe(process.stdout, { end: false })
  ready.push(says(child, 'Le site est prêt'))
  await says(child, 'Démarrage des services locaux')
}
await Promise.all(ready)
// playwright.config.ts waits for this line.
console.log('Tous les produits sont prêts.')

function start({ port, dataDir, driveDir }: Product): ChildProcess {
  rmSync(driveDir, { recursive: true, force: true })
  mkdirSync(driveDir, { recursive: true })
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DRIVE_DIR: driveDir }
  return spawn(process.execPath, ['scripts/start.ts', '--reset'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function says({ stdout }: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve) => {
    stdout?.on('data', (text: Buffer) => {
      if (String(text).includes(words)) resolve()
    })
  })
}

function stopAll(): void {
  for (const child of children) child.kill('SIGTERM')
}
