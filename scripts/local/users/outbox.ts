export type Mail = { at: string; to: string } & (
  | { kind: 'reset-password' | 'invitation'; code: string }
  | { kind: 'site'; from: string; subject: string; text: string; html: string }
)
/** A mail without the time at which it is sent. */
type Unsent<T> = T extends unknown ? Omit<T, 'at'> : never

const KEPT = 200

/** Mails of this run, newest last; shown under /__local/outbox. */
export class Outbox {
  readonly #mails: Mail[] = []

  add(mail: Unsent<Mail>): void {
    this.#mails.push({ at: new Date().toISOString(), ...mail })
    if (this.#mails.length > KEPT) this.#mails.shift()
  }

  /** @param to only the mails to this address */
  list(to: string | null): Mail[] {
    return this.#mails.filter((mail) => to === null || mail.to === to.trim().toLowerCase())
  }

  /** The codes that were sent to an address, newest last. */
  codes(to: string): string[] {
    return this.list(to).flatMap((mail) => (mail.kind === 'site' ? [] : mail.code))
  }
}
