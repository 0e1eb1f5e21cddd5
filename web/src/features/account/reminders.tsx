import { useMutation } from '@tanstack/react-query'
import { setPreferences } from '#shared/contract/account.ts'
import type { Profile } from '#shared/entities/user.ts'
import { call } from '#web/lib/api/call.ts'
import { detailOf, troubleHint } from '#web/lib/api/failure.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/field.tsx'

/** Turns the mails about the end of Premium on and off. */
export function Reminders({ profile }: { profile: Profile }) {
  const { mutate, isPending, variables, data, error } = useMutation({ mutationFn: setReminders })
  const stored = data ?? profile.hasReminders
  return (
    <Card>
      <h2>E-mails</h2>
      <Checkbox
        label="Recevoir un email quand mon Premium va finir"
        checked={isPending ? variables : stored}
        disabled={isPending}
        onChange={(event) => mutate(event.target.checked)}
      />
      {error && (
        <Alert kind="error">
          <p>{troubleHint(error) ?? detailOf(error, "Votre choix n'a pas pu être enregistré.")}</p>
        </Alert>
      )}
    </Card>
  )
}

async function setReminders(hasReminders: boolean): Promise<boolean> {
  const { profile } = await call(setPreferences, { body: { hasReminders } })
  // The choice is stored, even if the session cannot be renewed now.
  const { session } = await import('#web/lib/auth/session.ts')
  await session
    .live()
    .renew()
    .catch(() => undefined)
  return profile.hasReminders
}
