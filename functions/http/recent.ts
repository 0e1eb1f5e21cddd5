/** Results of work by its input, for as many inputs as came lately: in a warm function the same browsers call again. */
type Recent<Value> = { get(input: string): Value | undefined; set(input: string, value: Value): void }

/** @param most inputs that are kept; the oldest makes room */
export function createRecent<Value>(most: number): Recent<Value> {
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
