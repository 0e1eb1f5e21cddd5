import { useMutation } from '@tanstack/react-query'
import { type AccountDeletion, accountChanges } from '#web/lib/auth/account-changes.ts'
import { writeUnsent } from '#web/lib/progress/unsent-storage.ts'
import type { CodeChanging } from './code-form.tsx'

/** A deletion of the account: the password, then a code where there is a second factor. It outlasts the sign-in. */
export type Deletion = {
  submit: (password: string) => void
  /** Null as long as no code is asked for. */
  code: CodeChanging | null
  reset: () => void
  isPending: boolean
  isDone: boolean
  /** What was wrong with the password, or the way. */
  error: Error | null
}

export function useDeletion(): Deletion {
  const asking = useMutation({
    mutationFn: accountChanges.deleteAccount,
    onSuccess: ({ kind }) => {
      if (kind === 'deleted') writeUnsent(null)
    },
  })
  const waiting = asking.data?.kind === 'codeNeeded' ? asking.data : null
  const answering = useMutation({
    mutationFn: ({ answer, code }: { answer: Answer; code: string }) => answer(code),
    onSuccess: () => writeUnsent(null),
  })
  return {
    submit: asking.mutate,
    code: waiting && {
      mutate: (code, options) => answering.mutate({ answer: waiting.answer, code }, options),
      isPending: answering.isPending,
      error: answering.error,
    },
    reset() {
      asking.reset()
      answering.reset()
    },
    isPending: asking.isPending || answering.isPending,
    isDone: asking.data?.kind === 'deleted' || answering.isSuccess,
    error: asking.error,
  }
}

type Answer = Extract<AccountDeletion, { kind: 'codeNeeded' }>['answer']
