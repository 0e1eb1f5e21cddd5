import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { authStore } from '#web/lib/auth/auth-store.ts'
import { onUnsentChange, readUnsent, writeUnsent } from '#web/lib/progress/unsent-storage.ts'

/**
 * Sends marks that were made without a network, on whatever page: when the account is there and with each of its
 * heartbeats, one of which comes when the network returns. A sign-out forgets them.
 */
export function useUnsentMarks(client: QueryClient): void {
  useEffect(() => {
    const follow = () => {
      const { status } = authStore.get()
      if (status === 'signingOut') writeUnsent(null)
      else if (status === 'signedIn' && readUnsent() !== null)
        // Offline on a page that has not fetched this part: the next heartbeat tries again.
        void import('#web/lib/progress/send-marks.ts').then(
          ({ sendMarks }) => sendMarks(client),
          () => {},
        )
    }
    const stopFollowing = authStore.subscribe(follow)
    const stopListening = onUnsentChange(
      () => {},
      // Another tab has sent some: what this one knows of the server is old.
      () => void client.invalidateQueries({ queryKey: ['progress'] }),
    )
    follow()
    return () => {
      stopFollowing()
      stopListening()
    }
  }, [client])
}
