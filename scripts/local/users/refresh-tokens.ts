import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'

const Stored = v.record(v.string(), v.array(v.string()))

/**
 * The refresh tokens that hold, by account: the emulator cannot take them back, so a token that is not listed here is
 * refused. Kept beside the accounts.
 */
export class RefreshTokens {
  readonly #path: string
  readonly #byAccount: Map<string, Set<string>>

  constructor(path: string) {
    this.#path = path
    const stored = existsSync(path) ? v.parse(Stored, JSON.parse(readFileSync(path, 'utf8'))) : {}
    this.#byAccount = new Map(Object.entries(stored).map(([sub, tokens]) => [sub, new Set(tokens)]))
  }

  add(sub: string, token: string): void {
    const tokens = this.#byAccount.get(sub) ?? new Set()
    this.#byAccount.set(sub, tokens.add(digest(token)))
    this.#save()
  }

  /** Whose token it is, or null when it was never issued or was taken back. */
  ownerOf(token: string): string | null {
    const wanted = digest(token)
    for (const [sub, tokens] of this.#byAccount) if (tokens.has(wanted)) return sub
    return null
  }

  revoke(token: string): void {
    const sub = this.ownerOf(token)
    if (sub === null) return
    this.#byAccount.get(sub)?.delete(digest(token))
    this.#save()
  }

  revokeAll(sub: string): void {
    if (this.#byAccount.delete(sub)) this.#save()
  }

  #save(): void {
    const plain = Object.fromEntries([...this.#byAccount].map(([sub, tokens]) => [sub, [...tokens]]))
    writeFileSync(`${this.#path}.part`, JSON.stringify(plain))
    renameSync(`${this.#path}.part`, this.#path)
  }
}

/** Tokens themselves are never stored. */
function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
