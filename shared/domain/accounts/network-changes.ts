/** A character is a minute, of an hour and four minutes. */
const MINUTES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Minutes within which networks are compared. */
const WINDOW = 10
/** Limit of changes between the same two networks, which a phone between wifi and mobile data does not reach. */
const MOST_CHANGES = 6

/** Returns the note of a call in the lease: a short digest of its network, and its minute. */
export function noteNetwork(network: string, now: Date): string {
  return `${network}${MINUTES.charAt(minuteOf(now))}`
}

/**
 * Returns whether two networks alternated more than six times within the last ten minutes.
 * @param notes the notes of {@link noteNetwork}, the newest first
 */
export function doNetworksAlternate(notes: readonly string[], now: Date): boolean {
  const networks = notes.flatMap((note) => {
    const age = (minuteOf(now) - MINUTES.indexOf(note.slice(-1)) + MINUTES.length) % MINUTES.length
    return age < WINDOW ? [note.slice(0, -1)] : []
  })
  const changes = new Map<string, number>()
  for (const [index, network] of networks.entries()) {
    const next = networks[index + 1]
    if (next === undefined || next === network) continue
    const pair = [network, next].toSorted().join(' ')
    changes.set(pair, (changes.get(pair) ?? 0) + 1)
  }
  return Math.max(0, ...changes.values()) > MOST_CHANGES
}

function minuteOf(now: Date): number {
  return Math.floor(now.getTime() / 60_000) % MINUTES.length
}
