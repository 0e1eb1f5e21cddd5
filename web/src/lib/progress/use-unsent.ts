import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { useProfile } from '../auth/use-auth.ts'
import { useOnline } from '../use-online.ts'
import { onSendFailure, sendFailure, sendMarks } from './send-marks.ts'
import { unsentOf } from './unsent-marks.ts'
import { onUnsentChange, readUnsent } from './unsent-storage.ts'

/** Why marks are still on this device alone. */
export type Unsent = { reason: 'offline' } | { reason: 'failed'; error: Error; retry: () => void }

/** What to tell a student about marks that wait; null when none do, or when they are on their way. */
export function useUnsent(): Unsent | null {
  const client = useQueryClient()
  const account = useProfile()?.id ?? null
  const isOnline = useOnline()
  const error = useSyncExternalStore(onSendFailure, sendFailure, () => null)
  const kept = useSyncExternalStore(onUnsentChange, readUnsent, () => null)
  const isAny = useMemo(() => account !== null && unsentOf(account, kept).length > 0, [account, kept])
  if (!isAny) return null
  if (!isOnline) return { reason: 'offline' }
  return error && { reason: 'failed', error, retry: () => void sendMarks(client) }
}
