import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import * as v from 'valibot'
import { redeemCard } from '#shared/contract/cards.ts'
import { CardCode } from '#shared/entities/card.ts'
import { formatCardCode } from '#shared/entities/card-code.ts'
import type { Profile } from '#shared/entities/user.ts'
import { call } from '#web/lib/api/call.ts'
import { detailOf, troubleHint } from '#web/lib/api/failure.ts'
import { useAuth } from '#web/lib/auth/use-auth.ts'
import { formatCalendarDay } from '#web/lib/dates.ts'
import { useSubmission } from '#web/lib/use-submission.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Placeholder } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'

const form = v.object({ code: CardCode })

/** Turns the code of a printed card into Premium: by its QR code, or typed. */
export function ActivatePage() {
  return (
    <Page
      title="Activer une carte"
      intro="Votre carte porte un code de douze caractères. Il ouvre l'accès Premium de votre compte aussitôt."
      width="narrow"
    >
      <Activation />
    </Page>
  )
}

function Activation() {
  const auth = useAuth()
  const scanned = useScannedCode()
  const [code, setCode] = useState<string | null>(null)
  const look = useSubmission(
    (typed: string) => call(redeemCard, { query: { dryRun: 'true' }, body: { code: typed } }),
    { onSuccess: ({ profile }) => setOffered(profile) },
  )
  const [offered, setOffered] = useState<Profile | null>(null)
  const activation = useSubmission(redeem, {
    onSuccess: (profile) => setActive(profile),
  })
  const [active, setActive] = useState<Profile | null>(null)

  if (active) return <Activated profile={active} />
  if (auth.status === 'loading' || auth.status === 'remembered') return <Waiting />
  if (code !== null && auth.status !== 'signedIn')
    return <AccountFirst code={code} onBack={() => setCode(null)} />
  if (code !== null && offered)
    return (
      <Confirmation
        profile={offered}
        givesMore={auth.status !== 'signedIn' || isLater(auth.profile, offered)}
        fault={activation.error}
        isPending={activation.isPending}
        onConfirm={() => activation.submit(code)}
        onBack={() => {
          activation.reset()
          setOffered(null)
        }}
      />
    )
  return (
    <Card>
      <CheckedForm
        schema={form}
        submit="Vérifier la carte"
        submitting="Vérification en cours..."
        isSubmitting={look.isPending}
        onSubmit={(values) => {
          setCode(values.code)
          if (auth.status === 'signedIn') look.submit(values.code)
        }}
        message={<Fault error={look.error} fallback="La carte n'a pas pu être vérifiée." />}
      >
        {(faults) => (
          <TextField
            label="Code de la carte"
            name="code"
            defaultValue={code === null ? scanned : formatCardCode(code)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="XXXX-XXXX-XXXX"
            hint="Les majuscules, les tirets et les espaces ne comptent pas."
            error={faults.code}
          />
        )}
      </CheckedForm>
    </Card>
  )
}

/** Redeems a card, after which every tab shows the Premium at once. */
async function redeem(code: string): Promise<Profile> {
  const { profile } = await call(redeemCard, { query: {}, body: { code } })
  // The card is used, whether or not the session can be renewed now.
  const { session } = await import('#web/lib/auth/session.ts')
  await session
    .live()
    .renew()
    .catch(() => undefined)
  return profile
}

/** The code in the address, as a scanned card or the way back from the sign-up brings it. */
function useScannedCode(): string {
  const { search } = useLocation()
  return (new URLSearchParams(search).get('code') ?? '').slice(0, LONGEST_SCAN)
}

/** Whatever an address carries, the field shows no more. */
const LONGEST_SCAN = 60

function isLater(now: Profile, offered: Profile): boolean {
  return !now.isPremium || now.premiumLastDay !== offered.premiumLastDay
}

/** The address keeps the code, so that one returns to it from the sign-up. */
function AccountFirst({ code, onBack }: { code: string; onBack: () => void }) {
  const from = `/activer?code=${formatCardCode(code)}`
  return (
    <Card>
      <h2>Il vous faut un compte</h2>
      <p>
        L'accès Premium appartient à un compte. Créez le vôtre, c'est gratuit&nbsp;: le code de votre carte
        sera repris ensuite.
      </p>
      <Row>
        <ButtonLink to="/signup" state={{ from }}>
          Créer un compte
        </ButtonLink>
        <ButtonLink to="/login" state={{ from }} variant="secondary">
          J'ai déjà un compte
        </ButtonLink>
        <Button variant="secondary" onClick={onBack}>
          Modifier le code
        </Button>
      </Row>
    </Card>
  )
}

type ConfirmationProps = {
  /** The account with the card. */
  profile: Profile
  /** Whether the card gives anything. */
  givesMore: boolean
  fault: Error | null
  isPending: boolean
  onConfirm: () => void
  onBack: () => void
}

function Confirmation({ profile, givesMore, fault, isPending, onConfirm, onBack }: ConfirmationProps) {
  return (
    <Card>
      <h2>{givesMore ? 'Votre carte est valable' : 'Votre accès va déjà plus loin'}</h2>
      {givesMore ? (
        <>
          <p>
            Le compte <strong>{profile.email}</strong> aura l'accès Premium {untilText(profile)}.
          </p>
          <p>Une carte ne sert qu'une fois&nbsp;: vérifiez que c'est le bon compte.</p>
        </>
      ) : (
        <p>
          Le compte <strong>{profile.email}</strong> a déjà l'accès Premium {untilText(profile)} : cette carte
          n'y ajouterait rien. Gardez-la, ou donnez-la.
        </p>
      )}
      <Fault error={fault} fallback="La carte n'a pas pu être activée." />
      <Row>
        {givesMore && (
          <Button disabled={isPending} onClick={onConfirm}>
            {isPending ? 'Activation en cours...' : 'Activer mon accès'}
          </Button>
        )}
        <Button variant="secondary" disabled={isPending} onClick={onBack}>
          Autre carte
        </Button>
      </Row>
    </Card>
  )
}

function Activated({ profile }: { profile: Profile }) {
  return (
    <Stack>
      <Alert kind="success">
        <p>Votre compte est Premium {untilText(profile)}. Bon travail !</p>
      </Alert>
      <Row>
        <ButtonLink to="/sujets-bac">Voir les sujets du bac</ButtonLink>
        <ButtonLink to="/compte" variant="secondary">
          Mon compte
        </ButtonLink>
      </Row>
    </Stack>
  )
}

function untilText({ premiumLastDay }: Profile): string {
  return premiumLastDay ? `jusqu'au ${formatCalendarDay(premiumLastDay)}` : 'sans date de fin'
}

function Fault({ error, fallback }: { error: Error | null; fallback: string }) {
  return (
    error && (
      <Alert kind="error">
        <p>{troubleHint(error) ?? detailOf(error, fallback)}</p>
      </Alert>
    )
  )
}

function Waiting() {
  return (
    <Card>
      <Placeholder lines={4} />
    </Card>
  )
}
