import { useMutation } from '@tanstack/react-query'
import type { Profile } from '#shared/entities/user.ts'
import { savePreferences } from '#web/lib/auth/preferences.ts'
import { Failure } from '#web/ui/alert.tsx'
import { Card } from '#web/ui/card.tsx'
import { TrackField } from '#web/ui/track-field.tsx'

/** Chooses the track that lists, search and plan begin with. */
export function OwnTrack({ profile }: { profile: Profile }) {
  const { mutate, isPending, variables, data, error } = useMutation({ mutationFn: savePreferences })
  const track = (isPending ? variables.track : data?.track) ?? profile.track
  return (
    <Card>
      <h2>Ma filière</h2>
      <TrackField
        hint="Les listes, la recherche et votre programme commencent par elle."
        track={track}
        disabled={isPending}
        onChoose={(chosen) => mutate({ track: chosen })}
      />
      <Failure of={error} text="Votre choix n'a pas pu être enregistré." />
    </Card>
  )
}
