/** A store of the browser answers within milliseconds, or never: some browsers have ones that hang. */
export const STORE_LIMIT_MS = 4_000

/** Returns the result of something that may never end. @throws Error once the time is over */
export async function inTime<T>(work: PromiseLike<T>, limitMs = STORE_LIMIT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${limitMs} ms`)), limitMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
