import { useQuery } from '@tanstack/react-query'
import { parseSubjectDocumentId, subjectDocumentId, subjectId } from '#shared/catalogue/subjects.ts'
import { getExerciseHelp } from '#shared/contract/practice.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import { routeKey } from '#web/lib/api/cache.ts'
import { call } from '#web/lib/api/call.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { useAccess, useProfile } from '#web/lib/auth/use-auth.ts'
import { keptHelp, storeHelp } from '#web/lib/offline/kept-help.ts'

/**
 * Returns the hints and the final answer of an exercise for an account that may open the correction; where the network
 * is gone, those that the device keeps with the correction.
 */
export function useHelp(documentId: string, { number, hasHelp }: Exercise) {
  const account = useProfile()?.id
  const paper = parseSubjectDocumentId(documentId)?.subject
  const isAllowed = useAccess() === 'premium'
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: [...routeKey(getExerciseHelp), paper && subjectId(paper), account],
    queryFn: async () => {
      if (!paper) return []
      const correction = subjectDocumentId(paper, 'correction')
      try {
        const { items } = await call(getExerciseHelp, { params: { id: subjectId(paper) } })
        storeHelp(correction, items)
        return items
      } catch (failure) {
        const kept = failure instanceof ApiFailure && failure.kind !== 'refused' ? keptHelp(correction) : null
        if (kept) return kept
        throw failure
      }
    },
    meta: { personal: true },
    enabled: isAllowed && hasHelp === true,
    // An examination that has begun since closes it.
    gcTime: 0,
  })
  const help = data?.find((each) => each.number === number)
  return { help, error, isLoading, isAllowed, retry: () => void refetch() }
}
