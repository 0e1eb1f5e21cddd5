import { useRef, useState } from 'react'

type State = { status: 'idle' | 'pending' | 'done'; error: null } | { status: 'failed'; error: Error }

type Reactions<Input, Output> = {
  onSuccess?: (output: Output, input: Input) => void
  onError?: (error: Error, input: Input) => void
}

const IDLE: State = { status: 'idle', error: null }

/** Without TanStack Query, which these pages need for nothing else. */
export function useSubmission<Input, Output>(
  request: (input: Input) => Promise<Output>,
  { onSuccess, onError }: Reactions<Input, Output> = {},
) {
  const [state, setState] = useState(IDLE)
  const latest = useRef(0)
  const begin = (next: State) => {
    latest.current += 1
    setState(next)
    return latest.current
  }
  const run = async (input: Input) => {
    const number = begin({ status: 'pending', error: null })
    // A submission that was reset or sent again is no longer shown.
    const show = (next: State) => {
      if (number === latest.current) setState(next)
    }
    try {
      const output = await request(input)
      show({ status: 'done', error: null })
      onSuccess?.(output, input)
    } catch (cause) {
      const error = cause as Error
      show({ status: 'failed', error })
      onError?.(error, input)
    }
  }
  return {
    submit: (input: Input) => void run(input),
    reset: () => void begin(IDLE),
    isIdle: state.status === 'idle',
    isPending: state.status === 'pending',
    isDone: state.status === 'done',
    error: state.error,
  }
}
