/** Calls a second, and how many may come at once. */
export type ThrottleSettings = { rate: number; burst: number }

/** A token bucket, as the gateway keeps one for each route. */
export class TokenBucket {
  readonly #settings: ThrottleSettings
  readonly #now: () => number
  #tokens: number
  #filledAt: number

  /** @param now milliseconds of a clock that only goes forward */
  constructor(settings: ThrottleSettings, now: () => number = () => performance.now()) {
    this.#settings = settings
    this.#now = now
    this.#tokens = settings.burst
    this.#filledAt = now()
  }

  /** Whether one more call may pass now. */
  take(): boolean {
    const now = this.#now()
    const refill = ((now - this.#filledAt) / 1000) * this.#settings.rate
    this.#tokens = Math.min(this.#settings.burst, this.#tokens + refill)
    this.#filledAt = now
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
