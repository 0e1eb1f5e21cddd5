/** Results of recent inputs. In a warm function the same browsers call again. */
type BoundedCache<Value> = { get(input: string): Value | undefined; set(input: string, value: Value): void }

/** When there are `most` results, the oldest one is dropped. */
export function createBoundedCache<Value>(most: number): BoundedCache<Value> {
  const kept = new Map<string, Value>()
  return {
    get: (input) => kept.get(input),
    set(input, value) {
      const [oldest] = kept.keys()
      if (kept.size >= most && oldest !== undefined) kept.delete(oldest)
      kept.set(input, value)
    },
  }
}

/** Returns a function that remembers its last `most` results. */
export function remembering<Value>(
  most: number,
  compute: (input: string) => Value,
): (input: string) => Value {
  const kept = createBoundedCache<{ value: Value }>(most)
  return (input) => {
    const known = kept.get(input)
    if (known) return known.value
    const value = compute(input)
    kept.set(input, { value })
    return value
  }
}
