/** The last `most` results, since the same browsers call a warm function again. */
export function createBoundedCache<Value>(most: number) {
  const kept = new Map<string, Value>()
  return {
    get: (input: string) => kept.get(input),
    set(input: string, value: Value): void {
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
