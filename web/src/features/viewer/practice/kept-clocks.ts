import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { useProfile } from '#web/lib/auth/use-auth.ts'
import { exerciseClocksText } from '#web/lib/kept-text.ts'
import { serverNow } from '#web/lib/server-clock.ts'

/** Milliseconds after its end in which a clock is shown. */
const KEPT_MS = 24 * 60 * 60_000

/** The ends of clocks by exercise, as instants of the server's clock. */
const Kept = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ account: v.string(), ends: v.record(v.string(), v.number()) }),
)

/**
 * Returns the end of the clock that runs for an exercise, and the function that changes it. The device keeps it, so that
 * closing the viewer or the page stops none. Clocks that ended long ago are hidden, not removed: until the server has
 * answered, the device's clock may be wrong.
 */
export function useExerciseClock(exercise: string) {
  const account = useProfile()?.id ?? ''
  const text = useSyncExternalStore(exerciseClocksText.onChange, exerciseClocksText.read, () => null)
  const change = (end: number | null) => {
    const { [exercise]: _, ...others } = endsOf(account, exerciseClocksText.read())
    const ends = end === null ? others : { ...others, [exercise]: end }
    exerciseClocksText.write(Object.keys(ends).length > 0 ? JSON.stringify({ account, ends }) : null)
  }
  const end = endsOf(account, text)[exercise]
  return [end !== undefined && end > serverNow() - KEPT_MS ? end : null, change] as const
}

function endsOf(account: string, text: string | null): Partial<Record<string, number>> {
  const kept = v.safeParse(Kept, text)
  return kept.success && kept.output.account === account ? kept.output.ends : {}
}
