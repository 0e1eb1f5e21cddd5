let isAsked = false
const listeners = new Set<() => void>()

/** Asks a new student for their track, or stops asking. The account's menu shows the question on any page. */
export function askForTrack(asks: boolean): void {
  isAsked = asks
  for (const listener of listeners) listener()
}

/** True from the sign-up until the answer; a reload of the page ends it. */
export function isTrackAsked(): boolean {
  return isAsked
}

/** @returns a function that unsubscribes */
export function onTrackQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
