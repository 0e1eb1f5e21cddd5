import * as v from 'valibot'
import type { AuditItem } from '#shared/entities/audit-entry.ts'
import { Payment } from '#shared/entities/user.ts'
import { formatLastDay, formatMoment } from '#web/lib/dates.ts'
import { paymentText } from '../payment-text.ts'
import { fieldLabel, storedWords } from './audit-words.ts'

/** One field that an action changed; null on the side where it is not mentioned. */
export type Difference = { label: string; before: string | null; after: string | null }

const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
/** Of a longer list only the number is readable. */
const SHORT_LIST = 3
const EMPTY = '(vide)'

/** What an entry changed, field by field and in French. What stayed as it was is left out, and what was empty and went. */
export function differencesOf({ oldValues, newValues }: AuditItem): Difference[] {
  const names = new Set([...Object.keys(oldValues ?? {}), ...Object.keys(newValues ?? {})])
  return [...names]
    .map((name) => ({
      label: fieldLabel(name),
      before: sideOf(oldValues, name),
      after: sideOf(newValues, name),
    }))
    .filter(({ before, after }) => (before ?? EMPTY) !== (after ?? EMPTY))
}

/** 'Statut Premium : Gratuit → Premium' a field: the differences as one text. */
export function differencesText(item: AuditItem): string {
  return differencesOf(item)
    .map(({ label, before, after }) => {
      if (before === null) return `${label} : ${after}`
      return after === null ? `${label} : ${before} → (supprimé)` : `${label} : ${before} → ${after}`
    })
    .join(' ; ')
}

function sideOf(values: AuditItem['oldValues'], name: string): string | null {
  return values && Object.hasOwn(values, name) ? valueText(name, values[name]) : null
}

function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return EMPTY
  if (typeof value === 'boolean') return booleanText(name, value)
  if (typeof value === 'number') return value.toLocaleString('fr-FR')
  if (typeof value === 'string') return textOf(name, value)
  if (Array.isArray(value)) return listText(name, value)
  if (v.is(Payment, value)) return paymentText(v.parse(Payment, value))
  return Object.entries(value)
    .map(([key, part]) => `${fieldLabel(key)} ${valueText(key, part)}`)
    .join(', ')
}

function booleanText(name: string, value: boolean): string {
  if (name === 'isPremium') return value ? 'Premium' : 'Gratuit'
  return value ? 'oui' : 'non'
}

function textOf(name: string, value: string): string {
  if (ISO_MOMENT.test(value)) return name === 'premiumUntil' ? formatLastDay(value) : formatMoment(value)
  return Object.hasOwn(storedWords, value) ? (storedWords[value] as string) : value
}

function listText(name: string, values: readonly unknown[]): string {
  if (values.length > SHORT_LIST) return `${values.length} éléments`
  return values.map((value) => valueText(name, value)).join(', ')
}
