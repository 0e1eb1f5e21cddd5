/** Counts of what a part did, by name. Tests read them to prove that something was, or was not, touched. */
export class Counters {
  readonly #counts = new Map<string, number>()

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  /** The counts by name, in alphabetical order. */
  read(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => a.localeCompare(b)))
  }
}
