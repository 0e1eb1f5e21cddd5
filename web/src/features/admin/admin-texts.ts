import { type TrackCode, tracks } from '#shared/catalogue/tracks.ts'
import type { Payment } from '#shared/entities/user.ts'

export const UNKNOWN_FAULT = 'Erreur inconnue'

export const USERS_FAILED = 'Une erreur est survenue lors du chargement des utilisateurs'

export function accountPath(email: string): string {
  return `/admin?${new URLSearchParams({ q: email })}`
}

/** '1 compte bloqué', '12 comptes bloqués': each word takes an s from two on; in French, zero is singular. */
export function counted(count: number, words: string): string {
  const plural = count < 2 ? words : words.replace(/(\p{L})(?= |$)/gu, '$1s')
  return `${count.toLocaleString('fr-FR')} ${plural}`
}

/** '1 250 DH', '12,50 DH', which no line parts. */
export function dirhams(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2
  return `${amount.toLocaleString('fr-FR', { minimumFractionDigits: digits })}\u00a0DH`
}

/** '250 DH, Virement bancaire, réf. 12345' */
export function paymentText({ amount, means, reference }: Payment): string {
  return [dirhams(amount), means, reference && `réf. ${reference}`].filter(Boolean).join(', ')
}

/** 'SM (Science Math)', or 'SVT' where the label is the code. */
export const trackLabels = Object.fromEntries(
  tracks.map(({ code, label }) => [code, code === label ? code : `${code} (${label})`]),
) as Record<TrackCode, string>
