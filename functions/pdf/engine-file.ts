import { existsSync } from 'node:fs'

/** Finds an engine, which lies beside a function's bundle; from its source it is read from its package. */
export function engineFile(name: string, folder: string): URL {
  const beside = new URL(`./${name}`, import.meta.url)
  return existsSync(beside) ? beside : new URL(import.meta.resolve(`${folder}/${name}`))
}
