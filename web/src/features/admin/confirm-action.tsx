import type { ComponentProps } from 'react'
import type { Parsed, Route } from '#shared/contract/define-route.ts'
import type { CallInput } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { ConfirmButton } from '#web/ui/dialog-button.tsx'

// Apart from list-parts.tsx, which an owner's home page loads too.

type ConfirmActionProps<R extends Route> = Omit<ComponentProps<typeof ConfirmButton>, 'onConfirm'> & {
  route: R
  input: CallInput<R>
  done: string | ((answer: Parsed<R['response']>) => string)
  failed: string | (() => { text: string; ms: number })
  /** True for a deletion: where nothing is found, an earlier call whose answer was lost has done it. */
  isDeletion?: boolean
  /** The button's text while the change is on its way. @default its own */
  pending?: string
}

/** A button for a change through a route, after a question; the page's toast reports its outcome. */
export function ConfirmAction<R extends Route>({
  route,
  input,
  done,
  failed,
  isDeletion = false,
  pending,
  disabled = false,
  children,
  ...rest
}: ConfirmActionProps<R>) {
  const { mutate, isPending } = useAction(route, { done, failed, isDeletion })
  return (
    <ConfirmButton {...rest} disabled={disabled || isPending} onConfirm={() => mutate(input)}>
      {isPending && pending ? pending : children}
    </ConfirmButton>
  )
}
