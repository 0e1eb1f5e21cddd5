import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import type { Parsed } from '#shared/contract/define-route.ts'
import { redeemCard } from '#shared/contract/redeem-card.ts'
import { CardCode, formatCardCode } from '#shared/entities/card.ts'
import type { Profile } from '#shared/entities/user.ts'
import { call } from '#web/lib/api/call.ts'
import { useAuth } from '#web/lib/auth/auth-state.ts'
import { createBrowserStorage } from '#web/lib/browser-storage.ts'
import { untilText } from '#web/lib/format.ts'
import { useHydrated } from '#web/lib/loading/hydration.ts'
import { useSubmission } from '#web/lib/use-submission.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card, Row, Stack } from '#web/ui/card.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { AccountFirst, Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/field.tsx'
import { PlaceholderCard } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { Alert } from '#web/ui/status.tsx'

const form = v.object({ code: CardCode })

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

/** Keeps a code that was checked before the sign-up, for the way back from there. */
const waiting = createBrowserStorage(() => window.sessionStorage)
const WAITING_CODE = 'revision.cardCode'

type Offer = Parsed<typeof redeemCard.response>

function Activation() {
  const auth = useAuth()
  const scanned = useScannedCode()
  const [draft, setDraft] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  const isHydrated = useHydrated()
  const code = typed ?? (isHydrated ? waiting.getItem(WAITING_CODE) : null)
  const remember = (checked: string | null) => {
    waiting.removeItem(WAITING_CODE)
    setTyped(checked)
    setDraft(formatCardCode(checked ?? code ?? ''))
  }
  const look = useSubmission(
    (checked: string) => call(redeemCard, { query: { dryRun: 'true' }, body: { code: checked } }),
    {
      onSuccess: (answer, checked) => {
        remember(checked)
        setOffered(answer)
      },
      onError: (_, checked) => remember(checked),
    },
  )
  const lookUp = useEffectEvent(look.submit)
  const [offered, setOffered] = useState<Offer | null>(null)
  const activation = useSubmission(redeem, { onSuccess: (profile) => setActive(profile) })
  const [active, setActive] = useState<Profile | null>(null)
  const isSignedIn = auth.status === 'signedIn'
  useEffect(() => {
    const checked = isSignedIn ? waiting.getItem(WAITING_CODE) : null
    if (checked !== null) lookUp(checked)
  }, [isSignedIn])

  if (active) return <Activated profile={active} />
  if (auth.status === 'loading' || auth.status === 'remembered') return <PlaceholderCard />
  if (code !== null && !isSignedIn)
    return (
      <AccountFirst
        from="/activer"
        back={
          <Button variant="secondary" onClick={() => remember(null)}>
            Modifier le code
          </Button>
        }
      >
        L'accès Premium appartient à un compte. Créez le vôtre, c'est gratuit&nbsp;: le code de votre carte
        sera repris ensuite.
      </AccountFirst>
    )
  if (code !== null && offered)
    return (
      <Confirmation
        offer={offered}
        givesMore={!offered.isUsed && (auth.status !== 'signedIn' || isLater(auth.profile, offered.profile))}
        activation={activation}
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
          remember(values.code)
          if (isSignedIn) look.submit(values.code)
          else waiting.setItem(WAITING_CODE, values.code)
        }}
        message={<Failure of={look.error} text="La carte n'a pas pu être vérifiée." />}
      >
        <TextField
          label="Code de la carte"
          name="code"
          defaultValue={code === null ? draft || scanned : formatCardCode(code)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="XXXX-XXXX-XXXX"
          hint="Les majuscules, les tirets et les espaces ne comptent pas."
        />
      </CheckedForm>
    </Card>
  )
}

async function redeem(code: string): Promise<Profile> {
  const { profile } = await call(redeemCard, { query: {}, body: { code } })
  // The card is used, even if the session cannot be renewed now.
  const { session } = await import('#web/lib/auth/session.ts')
  await session
    .live()
    .renew()
    .catch(() => undefined)
  return profile
}

/**
 * Returns the code in the address of a scanned card: in its fragment, which no server sees, or in the query of cards
 * printed earlier. The code is removed from the address, and so from the history, at once.
 */
function useScannedCode(): string {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const found = (hash.slice(1) || (new URLSearchParams(search).get('code') ?? '')).slice(0, LONGEST_SCAN)
  const [scanned, setScanned] = useState(found)
  if (found !== '' && found !== scanned) setScanned(found)
  useEffect(() => {
    if (found !== '') void navigate(pathname, { replace: true })
  }, [found, navigate, pathname])
  return scanned
}

/** The field shows no more than this of an address. */
const LONGEST_SCAN = 60

function isLater(now: Profile, offered: Profile): boolean {
  return !now.isPremium || now.premiumLastDay !== offered.premiumLastDay
}

type ConfirmationProps = {
  offer: Offer
  /** False when the card would not prolong the account's Premium. */
  givesMore: boolean
  activation: { isPending: boolean; error: Error | null }
  onConfirm: () => void
  onBack: () => void
}

function Confirmation({ offer, givesMore, activation, onConfirm, onBack }: ConfirmationProps) {
  const { isUsed, profile } = offer
  const { email } = profile
  const until = untilText(profile.premiumLastDay)
  const { isPending, error } = activation
  return (
    <Card>
      <h2>{confirmationTitle(isUsed, givesMore)}</h2>
      {isUsed ? (
        <p>
          Le compte <strong>{email}</strong> a l'accès Premium {until}.
        </p>
      ) : givesMore ? (
        <>
          <p>
            Le compte <strong>{email}</strong> aura l'accès Premium {until}.
          </p>
          <p>Une carte ne sert qu'une fois&nbsp;: vérifiez que c'est le bon compte.</p>
        </>
      ) : (
        <p>
          Le compte <strong>{email}</strong> a déjà l'accès Premium {until} : cette carte n'y ajouterait rien.
          Gardez-la, ou donnez-la.
        </p>
      )}
      <Failure of={error} text="La carte n'a pas pu être activée." />
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

function confirmationTitle(isUsed: boolean, givesMore: boolean): string {
  if (isUsed) return 'Vous avez déjà activé cette carte.'
  return givesMore ? 'Votre carte est valable' : 'Votre accès va déjà plus loin'
}

function Activated({ profile }: { profile: Profile }) {
  return (
    <Stack>
      <Alert kind="success">
        <p>Votre compte est Premium {untilText(profile.premiumLastDay)}. Bon travail&nbsp;!</p>
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
