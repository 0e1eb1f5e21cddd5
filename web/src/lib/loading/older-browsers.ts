/** Functions that the oldest supported browsers lack (package.json), as the site and its libraries call them. */
export const lackingFunctions = {
  array: {
    toReversed<T>(this: readonly T[]) {
      const copy = [...this]
      copy.reverse()
      return copy
    },
    toSorted<T>(this: readonly T[], compare?: (one: T, other: T) => number) {
      return [...this].sort(compare)
    },
    toSpliced<T>(this: readonly T[], start: number, removed: number, ...added: T[]) {
      const copy = [...this]
      copy.splice(start, removed, ...added)
      return copy
    },
    with<T>(this: readonly T[], index: number, value: T) {
      return Object.assign([...this], { [index]: value })
    },
  },
  string: {
    toWellFormed(this: string) {
      return this.replace(/\p{Surrogate}/gu, '\ufffd')
    },
  },
  object: {
    groupBy<T>(items: Iterable<T>, nameOf: (item: T) => string) {
      const groups: Record<string, T[]> = {}
      for (const item of items) (groups[nameOf(item)] ??= []).push(item)
      return groups
    },
  },
  address: {
    canParse(text: string) {
      try {
        return Boolean(new URL(text))
      } catch {
        return false
      }
    },
  },
  signal: {
    any(signals: readonly AbortSignal[]) {
      const either = new AbortController()
      for (const signal of signals) {
        const abort = () => either.abort(signal.reason)
        if (signal.aborted) abort()
        else signal.addEventListener('abort', abort, { signal: either.signal })
      }
      return either.signal
    },
    timeout(milliseconds: number) {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('signal timed out', 'TimeoutError')), milliseconds)
      return controller.signal
    },
  },
}

export function addLackingFunctions(): void {
  const { array, string, object, address, signal } = lackingFunctions
  add(Array.prototype, array)
  add(String.prototype, string)
  add(Object, object)
  add(URL, address)
  add(AbortSignal, signal)
}

function add(owner: object, functions: object): void {
  for (const [name, value] of Object.entries(functions))
    if (!(name in owner)) Object.defineProperty(owner, name, { value, configurable: true, writable: true })
}
