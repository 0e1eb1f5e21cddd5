import { type UseMutationResult, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { listOwnDays } from '#shared/contract/account.ts'
import type { AccountDay } from '#shared/entities/account-day.ts'
import { Password, validationMessages } from '#shared/entities/fields.ts'
import type { Profile } from '#shared/entities/user.ts'
import { api } from '#web/lib/api/api.ts'
import type { PasswordChange } from '#web/lib/auth/account-changes.ts'
import { savePreferences } from '#web/lib/auth/preferences.ts'
import { formatCalendarDay } from '#web/lib/format.ts'
import { useSettings } from '#web/lib/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { AccountOfPassword, CheckedForm, PasswordField } from '#web/ui/checked-form.tsx'
import { ConfirmButton } from '#web/ui/dialog-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Loadable, Placeholder } from '#web/ui/loadable.tsx'
import { Alert } from '#web/ui/status.tsx'
import { TrackField } from '#web/ui/track-field.tsx'
import styles from './account.module.css'
import { AccountFault, Detail, OthersSignedIn } from './account-parts.tsx'

type EndingSessions = Pick<UseMutationResult<void, Error, void>, 'mutate' | 'isPending' | 'error'>

/** Lists the last uses of the account and offers to end every session. The page holds the mutation, which signs out. */
export function AccountUse({ ending }: { ending: EndingSessions }) {
  const days = useQuery(api(listOwnDays).queryOptions({}))
  return (
    <Card>
      <h2>Utilisation du compte</h2>
      <Loadable
        of={days}
        error="L'utilisation du compte n'a pas pu être chargée."
        waiting={<Placeholder lines={3} />}
      >
        {({ items }) => <Days days={items} />}
      </Loadable>
      <p>
        Un navigateur que vous ne connaissez pas&nbsp;? Terminez toutes les sessions, puis changez votre mot
        de passe.
      </p>
      <div>
        <ConfirmButton
          disabled={ending.isPending}
          title="Terminer toutes les sessions&nbsp;?"
          confirm="Terminer"
          onConfirm={() => ending.mutate()}
          question={<p>Tous les appareils seront déconnectés, celui-ci compris.</p>}
        >
          {ending.isPending ? 'Déconnexion en cours...' : 'Terminer toutes les sessions'}
        </ConfirmButton>
      </div>
      <Failure of={ending.error} text="Les sessions n'ont pas pu être terminées." />
    </Card>
  )
}

function Days({ days }: { days: readonly AccountDay[] }) {
  if (days.length === 0) return <p>Votre compte n'a pas servi ces deux dernières semaines.</p>
  return (
    <>
      {days.some(({ standsOut }) => standsOut) && (
        <Alert kind="info">
          Votre compte a beaucoup servi certains jours, ou dans plusieurs navigateurs ou réseaux à la fois. Il
          est personnel&nbsp;: si une autre personne s'en sert, terminez toutes les sessions et choisissez un
          nouveau mot de passe.
        </Alert>
      )}
      <dl className={styles.details}>
        {days.map((day) => (
          <Detail key={day.day} term={formatCalendarDay(day.day)}>
            {dayText(day)}
          </Detail>
        ))}
      </dl>
    </>
  )
}

/** 'Chrome sur Android, Safari sur iPhone · 12 documents · 2 réseaux' */
export function dayText({ browsers, documents, networks }: AccountDay): string {
  return [
    browsers.toSorted().join(', '),
    documents > 0 && `${documents} document${documents > 1 ? 's' : ''}`,
    networks > 1 && `${networks} réseaux`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const Passwords = v.object({
  current: v.pipe(v.string(), v.nonEmpty(validationMessages.required)),
  next: Password,
})

type PasswordMutation = UseMutationResult<PasswordChange, Error, v.InferOutput<typeof Passwords>>

export function ChangePassword({ email, mutation }: { email: string; mutation: PasswordMutation }) {
  /** Each change of the round empties the form. */
  const [round, setRound] = useState(0)
  const onSuccess = () => setRound((count) => count + 1)
  return (
    <Card>
      <h2>Changer le mot de passe</h2>
      <div className={styles.form}>
        <CheckedForm
          schema={Passwords}
          round={round}
          submit="Changer le mot de passe"
          submitting="Modification en cours..."
          isSubmitting={mutation.isPending}
          onSubmit={(passwords) => mutation.mutate(passwords, { onSuccess })}
          message={<Outcome mutation={mutation} />}
        >
          <AccountOfPassword email={email} />
          <PasswordField
            label="Mot de passe actuel"
            name="current"
            autoComplete="current-password"
            required
          />
          <PasswordField label="Nouveau mot de passe" name="next" autoComplete="new-password" required />
        </CheckedForm>
      </div>
    </Card>
  )
}

function Outcome({ mutation: { error, data } }: { mutation: PasswordMutation }) {
  if (error) return <AccountFault error={error} />
  if (data === 'othersSignedIn') return <OthersSignedIn />
  return data === undefined ? null : <Alert kind="success">Votre mot de passe a été modifié.</Alert>
}

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
