import type { UserView } from '#shared/entities/user.ts'
import { detailOf, refusalCodeOf, troubleHint } from '#web/lib/api/failure.ts'
import type { Notice } from '#web/ui/notice.tsx'
import { UNKNOWN_FAULT } from '../admin-texts.ts'
import { fetchUser } from './requests/fetch-user.ts'
import { type PremiumInput, setPremium } from './requests/set-premium.ts'

/** What came of a change of Premium: the account as stored, where it could be read, and what to tell. */
type PremiumChange = { stored: UserView | null; notice: Notice }

/** 'Premium' or 'Gratuit' */
export function premiumLabel(isPremium: boolean): string {
  return isPremium ? 'Premium' : 'Gratuit'
}

/** Gives, changes or takes Premium, then reads the account again and compares (spec section 4). Never throws. */
export async function changePremium({ id, email }: UserView, change: PremiumInput): Promise<PremiumChange> {
  try {
    await setPremium(id, change)
  } catch (error) {
    return { stored: null, notice: { kind: 'error', text: updateFailureText(error) } }
  }
  try {
    const stored = await fetchUser(id)
    return { stored, notice: comparison(email, change.isPremium, stored.isPremium) }
  } catch {
    return {
      stored: null,
      notice: { kind: 'error', text: 'Erreur lors de la vérification de la mise à jour' },
    }
  }
}

function comparison(email: string, expected: boolean, found: boolean): Notice {
  if (expected === found)
    return { kind: 'success', text: `${email} : statut ${premiumLabel(found)} confirmé` }
  const text = `Le statut ne correspond pas : attendu ${premiumLabel(expected)}, trouvé ${premiumLabel(found)}`
  return { kind: 'error', text }
}

function updateFailureText(error: unknown): string {
  const detail = troubleHint(error) ?? detailOf(error, UNKNOWN_FAULT)
  return refusalCodeOf(error) === 'OWNER_REQUIRED' ? detail : `Erreur lors de la mise à jour: ${detail}`
}
