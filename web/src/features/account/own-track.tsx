import { useMutation } from '@tanstack/react-query'
import type { Profile } from '#shared/entities/user.ts'
import { savePreferences } from '#web/lib/auth/preferences.ts'
import { useSettings } from '#web/lib/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { TrackField } from '#web/ui/track-field.tsx'

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

export function Reminders({ profile }: { profile: Profile }) {
  const { mutate, isPending, variables, data, error } = useMutation({ mutationFn: savePreferences })
  const { acceptsQuestions } = useSettings()
  const { hasReminders, hasAnswerMails } = { ...profile, ...data, ...(isPending && variables) }
  return (
    <Card>
      <h2>E-mails</h2>
      <Checkbox
        label="Recevoir un e-mail quand mon Premium va finir"
        checked={hasReminders}
        disabled={isPending}
        onChange={(event) => mutate({ hasReminders: event.target.checked })}
      />
      {acceptsQuestions && (
        <Checkbox
          label="Recevoir un e-mail quand une de mes questions a une réponse"
          checked={hasAnswerMails}
          disabled={isPending}
          onChange={(event) => mutate({ hasAnswerMails: event.target.checked })}
        />
      )}
      <Failure of={error} text="Votre choix n'a pas pu être enregistré." />
    </Card>
  )
}
