import { Check, Crown, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { countTracks, enumerateTracks } from '#shared/catalogue/tracks.ts'
import type { Settings } from '#shared/entities/settings.ts'
import type { Profile } from '#shared/entities/user.ts'
import { useAccess, useProfile } from '#web/lib/auth/auth-state.ts'
import { formatCalendarDay } from '#web/lib/format.ts'
import { useHydrated } from '#web/lib/loading/hydration.ts'
import { useIsOfferOver, useSettings } from '#web/lib/settings.ts'
import { ButtonLink, ExternalButtonLink } from '#web/ui/button.tsx'
import styles from './offer-card.module.css'

const contents = [
  "Tous les sujets de l'examen national",
  'Les énoncés et les corrections en PDF',
  'Les corrections en vidéo',
  "Des examens blancs, dans le temps de l'épreuve",
  'Les exercices des sujets, rangés par chapitre',
  'De quoi suivre votre plan de révision, sujet par sujet',
  `Les ${countTracks()} filières\u00a0: ${enumerateTracks('et')}`,
]

export function OfferCard() {
  return (
    <Offer>
      <Request />
    </Offer>
  )
}

export function Offer({ children }: { children?: ReactNode }) {
  const { priceDh, premiumValidUntil } = useSettings()
  const isOver = useIsOfferOver()
  const lastDay = premiumValidUntil && `valable jusqu'au ${formatCalendarDay(premiumValidUntil)}`
  return (
    <div className={styles.offer}>
      <div className={styles.price}>
        {isOver ? (
          <>
            <p className={styles.figure}>La prochaine offre est en préparation</p>
            <p>{`L'offre à ${priceDh} DH, ${lastDay}, est terminée.`}</p>
          </>
        ) : (
          <>
            <p className={styles.figure} translate="no">{`${priceDh} DH`}</p>
            <p>{`Un seul paiement${lastDay ? `, ${lastDay}` : ''}.`}</p>
          </>
        )}
      </div>
      <ul className={styles.contents}>
        {contents.map((content) => (
          <li key={content}>
            <Check size={20} aria-hidden="true" />
            {content}
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}

/** True for an account whose Premium no offer prolongs, to which nothing is sold. */
export function useHasPremium(): boolean {
  const settings = useSettings()
  const profile = useProfile()
  return useAccess() === 'premium' && !(profile && prolongsPremium(profile, settings))
}

export function OwnPremium() {
  return (
    <div className={styles.offer}>
      <div className={styles.request}>
        <p className={styles.has}>
          <Crown size={20} aria-hidden="true" />
          Votre compte a déjà l'accès Premium.
        </p>
        <ButtonLink to="/sujets-bac">Voir les sujets du bac</ButtonLink>
      </div>
    </div>
  )
}

function Request() {
  const isOver = useIsOfferOver()
  const settings = useSettings()
  const { priceDh, contact } = settings
  const profile = useProfile()
  const isRenewal = profile !== null && prolongsPremium(profile, settings)
  return (
    <div className={styles.request}>
      {isRenewal && profile.premiumLastDay !== null && (
        <p className={styles.has}>
          <Crown size={20} aria-hidden="true" />
          Votre accès va jusqu'au {formatCalendarDay(profile.premiumLastDay)} : cette offre le prolonge.
        </p>
      )}
      <ExternalButtonLink
        href={whatsappLink(contact.whatsapp, premiumRequest(isOver ? null : priceDh, profile?.email ?? null))}
      >
        <MessageCircle size={20} aria-hidden="true" />
        {isOver ? 'Laisser un message sur WhatsApp' : 'Écrire sur WhatsApp'}
      </ExternalButtonLink>
      {!isOver && (
        <ButtonLink to={DECLARATION} variant="secondary">
          J'ai payé
        </ButtonLink>
      )}
      <ButtonLink to="/contact" variant="secondary">
        Nous contacter
      </ButtonLink>
      <ButtonLink to="/activer" variant="secondary">
        J'ai une carte
      </ButtonLink>
      <p className={styles.note}>
        {profile
          ? `Le message est prêt, avec l'e-mail de votre compte : ${profile.email}.`
          : "Le message est prêt\u00a0; ajoutez-y l'e-mail de votre compte."}
      </p>
    </div>
  )
}

/** Returns the address that opens WhatsApp with a prepared message; `number` has the country code and digits only. */
export function whatsappLink(number: string, message: string): string {
  return `https://wa.me/${number}?text=${encodeURIComponent(message)}`
}

/** @param price null without an offer: the message then asks to be told of the next one */
export function premiumRequest(price: number | null, email: string | null): string {
  const request =
    price === null
      ? 'Bonjour, je souhaite savoir quand la prochaine offre Premium sera ouverte.'
      : `Bonjour, je souhaite passer en Premium (${price} DH).`
  return `${request}\nEmail de mon compte : ${email ?? ''}`.trimEnd()
}

/** The Premium page with the form of a payment, to which a visitor comes back from the sign-up. */
export const DECLARATION = '/premium#paiement-fait'

/** True when the address opens the form of a payment; prerendered HTML does not know the fragment of its address. */
export function useIsDeclaring(): boolean {
  const { pathname, hash } = useLocation()
  return useHydrated() && pathname + hash === DECLARATION
}

/** Tells whether the offer would prolong an account's Premium, as after the owner has prepared the next year. */
export function prolongsPremium(
  { isPremium, premiumLastDay }: Pick<Profile, 'isPremium' | 'premiumLastDay'>,
  { premiumValidUntil }: Pick<Settings, 'premiumValidUntil'>,
): boolean {
  if (!isPremium || premiumLastDay === null) return false
  return premiumValidUntil === null || premiumValidUntil > premiumLastDay
}
