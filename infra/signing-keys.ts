import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'

/** Two slots, so that one pair can be replaced while links signed with the other stay valid. */
export const KEY_SLOTS = ['A', 'B'] as const
export type KeySlot = (typeof KEY_SLOTS)[number]

const Version = v.pipe(v.number(), v.integer(), v.minValue(1))

/** The slot that signs, and the version of the pair in each slot; a higher version is a new pair. */
export const SigningKeys = v.strictObject({
  active: v.picklist(KEY_SLOTS),
  versions: v.strictObject({ A: Version, B: Version }),
})
export type SigningKeys = v.InferOutput<typeof SigningKeys>

/** The deployed keys. `next` has the keys of an interrupted rotation, which a repetition deploys first. */
const Entry = v.strictObject({ ...SigningKeys.entries, next: v.optional(SigningKeys) })
export type SigningKeysEntry = v.InferOutput<typeof Entry>

export type SigningKeysFile = Record<string, SigningKeysEntry>

/** Initial state of every stage, and the state of local mode. */
export const FIRST_SIGNING_KEYS: SigningKeys = { active: 'A', versions: { A: 1, B: 1 } }

export const SIGNING_KEYS_FILE = fileURLToPath(new URL('./signing-keys.json', import.meta.url))

/** @throws Error that names the file and each bad value */
export function readSigningKeys(path: string = SIGNING_KEYS_FILE): SigningKeysFile {
  const parsed = v.safeParse(v.record(v.string(), Entry), JSON.parse(readFileSync(path, 'utf8')))
  if (parsed.success) return parsed.output
  throw new Error(`${path}: ${JSON.stringify(v.flatten(parsed.issues).nested)}`)
}

export function signingKeysEntry(file: SigningKeysFile, stage: string): SigningKeysEntry {
  const entry = file[stage]
  if (!entry) throw new Error(`infra/signing-keys.json has no entry for stage '${stage}'`)
  return entry
}
