import type { ReactNode } from 'react'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { PENDING_MARK } from '#shared/contract/start-script.ts'
import { useAccountPending, useProfile } from '#web/lib/auth/auth-state.ts'
import styles from './account-view.module.css'

/** Returns the track that the student prepares; null for visitors, and for accounts without a choice. */
export function useOwnTrack(): TrackCode | null {
  // A profile that an earlier version of the site has kept has no track.
  return useProfile()?.track ?? null
}

/** Returns the items in their order, those of the student's track first. */
export function useOwnTrackFirst<Item>(
  items: readonly Item[],
  trackOf: (item: Item) => TrackCode,
): readonly Item[] {
  const own = useOwnTrack()
  const isOther = (item: Item) => Number(trackOf(item) !== own)
  return own === null ? items : items.toSorted((one, other) => isOther(one) - isOther(other))
}

/** In the page's HTML it is hidden for accounts with a track until the page knows that, so that nothing moves. */
export function OwnTrackList({ children }: { children: ReactNode }) {
  const isPending = useAccountPending()
  return (
    <div className={styles.ownTrackFirst} {...(isPending && { [PENDING_MARK]: '' })}>
      {children}
    </div>
  )
}
