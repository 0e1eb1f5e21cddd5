export type Mail = { at: string; to: string; kind: 'reset-password' | 'invitation'; code: string }

const KEPT = 200

/** Mails of this run, newest last; shown under /__local/outbox. */
export class Outbox {
  readonly #mails: Mail[] = []

  add(mail: Omit<Mail, 'at'>): void {
    this.#mails.push({ at: new Date().toISOString(), ...mail })
    if (this.#mails.length > KEPT) this.#mails.shift()
  }

  /** @param to only the mails to this address */
  list(to: string | null): Mail[] {
    return this.#mails.filter((mail) => to === null || mail.to === to.trim().toLowerCase())
  }
}
