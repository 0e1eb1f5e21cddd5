import { parseDriveReference } from '#shared/domain/drive-reference.ts'
import { migrateMessages as texts } from './messages.ts'

/** A file path as the contract reads it, and what is to be told of it; or why nobody can read it. */
export type PlainReference = { file: string; notes: string[] } | { reason: string }

const PREFIX = /^(?<scheme>secure|encrypted):(?<rest>.*)$/s
const OBFUSCATED = /^enc_(?<rest>.*)$/s
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Takes the old site's schemes from a file path (decision D3: they are not reproduced, and their key is not ours).
 * `secure:` and `encrypted:` before a Drive reference only said who may open it. `enc_` hides the reference itself: it is
 * read where it is plain base64, and told otherwise. An `enc_…` must never pass for an id, though it may look like one.
 */
export function plainReference(path: string): PlainReference {
  const { scheme, rest } = PREFIX.exec(path)?.groups ?? {}
  if (scheme !== undefined && rest !== undefined) {
    const inner = plainReference(rest.trim())
    if ('reason' in inner || parseDriveReference(inner.file) === null)
      return { reason: texts.encrypted(`${scheme}:`) }
    return { file: inner.file, notes: [texts.prefixTaken(`${scheme}:`), ...inner.notes] }
  }
  const obfuscated = OBFUSCATED.exec(path)?.groups?.rest
  if (obfuscated !== undefined) {
    const decoded = Buffer.from(obfuscated, 'base64').toString('utf8')
    const isReadable = parseDriveReference(decoded) !== null && !UUID.test(decoded)
    return isReadable ? { file: decoded, notes: [texts.decoded] } : { reason: texts.encrypted('enc_') }
  }
  // An id of a row has the letters of a Drive id, and never is one.
  return UUID.test(path) ? { reason: texts.rowId } : { file: path, notes: [] }
}
