import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import * as v from 'valibot'

/** Writes the progress of a run into a file that is always complete: written beside and renamed. */
export function savedState<S extends v.GenericSchema>(file: string, schema: S) {
  /** Reads the progress; null when there is none. */
  async function read(): Promise<v.InferOutput<S> | null> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (text === null) return null
    const state = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
    if (state.success) return state.output
    throw new Error(`${file} n'est pas lisible : supprimez-le et relancez la commande.`)
  }

  async function write(state: v.InferInput<S>): Promise<void> {
    const beside = `${file}.tmp`
    await writeFile(beside, JSON.stringify(state), { mode: 0o600 })
    await rename(beside, file)
  }

  return { read, write, remove: () => rm(file, { force: true }) }
}
