import { useMutation } from '@tanstack/react-query'
import type { Parsed, Route } from '#shared/contract/define-route.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { api } from './api.ts'
import { type CallInput, call } from './call.ts'
import { failureText, refusalCodeOf } from './failure.ts'

type Outcome<R extends Route> = {
  done?: string | ((answer: Parsed<R['response']>, input: CallInput<R>) => string)
  /** Left out where the page shows the error in its place, such as beside a form's button. */
  failed?: string | ((error: Error) => { text: string; ms?: number })
  /** True for a deletion: where nothing is found, an earlier call whose answer was lost has done it. */
  isDeletion?: boolean
  /** Called before the toast, so that a dialog can close. */
  onSuccess?: (answer: Parsed<R['response']>, input: CallInput<R>) => void
}

/** A change through a route of the contract, which reports its outcome in the page's toast. */
export function useAction<R extends Route>(
  route: R,
  { done, failed, isDeletion = false, onSuccess }: Outcome<R> = {},
) {
  return useMutation({
    ...api(route).mutationOptions(),
    mutationFn: (input: CallInput<R>) =>
      call(route, input).catch((error: unknown) => {
        if (isDeletion && refusalCodeOf(error) === 'NOT_FOUND') return undefined as Parsed<R['response']>
        throw error
      }),
    onMutate: () => showToast(null),
    onSuccess: (answer, input) => {
      onSuccess?.(answer, input)
      if (done) showToast({ kind: 'success', text: typeof done === 'string' ? done : done(answer, input) })
    },
    onError: (error) => {
      if (!failed) return
      const failure = typeof failed === 'string' ? { text: failureText(error, failed) } : failed(error)
      showToast({ kind: 'error', ...failure })
    },
  })
}
