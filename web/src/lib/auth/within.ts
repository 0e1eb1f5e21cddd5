/** How long a sign-out waits for each of its steps. */
const STEP_MS = 4_000

/** Waits for a step, but no longer than this. @throws DOMException TimeoutError, or what the step throws */
export async function within<T>(ms: number, step: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('No answer in time', 'TimeoutError')), ms)
  })
  return Promise.race([step, tooLate]).finally(() => clearTimeout(timer))
}

/** Waits 4 s at most for a step whose failure changes nothing. */
export async function settle(step: Promise<unknown>): Promise<void> {
  await within(STEP_MS, step).catch(() => undefined)
}
