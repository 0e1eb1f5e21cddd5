import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'

/** There are two, so that one can be made new while links signed with the other are still good. */
export const KEY_SLOTS = ['A', 'B'] as const
export type KeySlot = (typeof KEY_SLOTS)[number]

const Version = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Which slot signs, and which making of its pair each slot holds: a higher number is a new pair. */
export const SigningKeys = v.strictObject({
  active: v.picklist(KEY_SLOTS),
  versions: v.strictObject({ A: Version, B: Version }),
})
export type SigningKeys = v.InferOutput<typeof SigningKeys>

/** What is deployed; `next`: what a rotation was deploying when it ended, and deploys first when it is run again. */
const Entry = v.strictObject({ ...SigningKeys.entries, next: v.optional(SigningKeys) })
export type SigningKeysEntry = v.InferOutput<typeof Entry>

/** The slots of every deployed stage. */
export type SigningKeysFile = Record<string, SigningKeysEntry>

/** What local mode has, and what every stage begins with. */
export const FIRST_SIGNING_KEYS: SigningKeys = { active: 'A', versions: { A: 1, B: 1 } }

/** `npm run rotate-signing-key` alone changes it. */
export const SIGNING_KEYS_FILE = fileURLToPath(new URL('./signing-keys.json', import.meta.url))

/** @throws Error that names the file and each bad value */
export function readSigningKeys(path: string = SIGNING_KEYS_FILE): SigningKeysFile {
  const parsed = v.safeParse(v.record(v.string(), Entry), JSON.parse(readFileSync(path, 'utf8')))
  if (parsed.success) return parsed.output
  throw new Error(`${path}: ${JSON.stringify(v.flatten(parsed.issues).nested)}`)
}

/** The entry of one stage. @throws Error when the file does not know it */
export function entryOf(file: SigningKeysFile, stage: string): SigningKeysEntry {
  const entry = file[stage]
  if (!entry) throw new Error(`The signing keys of stage '${stage}' are not written down`)
  return entry
}
