const FREE_FAILURES = 5
const LONGEST_LOCK_MS = 15 * 60 * 1000

/**
 * Slows guessing down as Cognito does: a lock of one second after five failures, which doubles up to a quarter of an
 * hour.
 */
export class Attempts {
  readonly #now: () => number
  readonly #failures = new Map<string, { count: number; lockedUntil: number }>()

  /** @param now epoch milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  isLocked(name: string): boolean {
    return (this.#failures.get(name)?.lockedUntil ?? 0) > this.#now()
  }

  failed(name: string): void {
    const count = (this.#failures.get(name)?.count ?? 0) + 1
    const lock = count < FREE_FAILURES ? 0 : Math.min(1000 * 2 ** (count - FREE_FAILURES), LONGEST_LOCK_MS)
    this.#failures.set(name, { count, lockedUntil: this.#now() + lock })
  }

  succeeded(name: string): void {
    this.#failures.delete(name)
  }
}
