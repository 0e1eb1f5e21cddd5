import * as v from 'valibot'
import { parseSubjectId, subjectTitle } from '#shared/catalogue/subjects.ts'
import { listThemes, tracks } from '#shared/catalogue/tracks.ts'
import { answerText, timeText } from '#shared/domain/practice/answer-text.ts'
import { chapterSubject } from '#shared/domain/questions.ts'
import { type AuditAction, type AuditItem, auditActionLabels } from '#shared/entities/audit-entry.ts'
import { blockedEmailFieldLabels } from '#shared/entities/blocked-email.ts'
import { ManagedExercise } from '#shared/entities/exercise.ts'
import { Day } from '#shared/entities/fields.ts'
import { moneyLabels } from '#shared/entities/ledger-entry.ts'
import { reportStateLabels } from '#shared/entities/report.ts'
import { resourceChoiceLabels, resourceFieldLabels } from '#shared/entities/resource.ts'
import { Announcement, Exam } from '#shared/entities/settings.ts'
import { subjectFieldLabels } from '#shared/entities/subject.ts'
import { Payment, paymentFieldLabels, userFieldLabels } from '#shared/entities/user.ts'
import { formatCalendarDay, pointsText } from '#web/lib/format.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { paymentText, trackLabels } from '../admin-texts.ts'
import { settingsLabels } from '../settings/settings-labels.ts'

/** One field that an action changed; null on the side that does not have the field. */
export type Difference = { label: string; before: string | null; after: string | null }

const fieldLabels: Readonly<Record<string, string>> = {
  ...settingsLabels,
  'payment.agencies': 'Agences de transfert',
  announcement: 'Annonce',
  ...blockedEmailFieldLabels,
  ...userFieldLabels,
  ...paymentFieldLabels,
  ...resourceFieldLabels,
  ...subjectFieldLabels,
  amountDh: paymentFieldLabels.amount,
  receivedOn: 'Reçu le',
  money: 'Argent du paiement',
  cancelled: 'Paiement annulé',
  request: 'Demande n°',
  ignored: 'Ignoré',
  deletedBy: 'Supprimé par',
  lastActive: 'Dernière activité',
  hasAccount: 'Avec un compte',
  code: 'Code',
  label: 'Lieu de vente',
  serial: 'Numéro de la carte',
  count: 'Nombre de cartes',
  used: 'Cartes activées',
  validUntil: "À activer jusqu'au",
  state: 'État',
  note: 'Note',
  markdown: 'Texte',
  answer: 'Réponse',
  published: 'Publiée',
  documentId: 'Document',
  issuedAt: 'Remis le',
  attempts: 'Tentatives',
  paths: 'Adresses demandées',
}
const FIELD_ORDER = Object.keys(fieldLabels)

const valueLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  track: trackLabels,
  theme: Object.fromEntries(
    tracks.flatMap(({ code }) => listThemes(code).map(({ slug, title }) => [slug, title])),
  ),
  ...resourceChoiceLabels,
  file: { 'coming-soon': 'à venir' },
  state: reportStateLabels,
  money: moneyLabels,
  deletedBy: { user: "l'utilisateur" },
}

/** The values of an import are those of each of its resources, which have a title. */
const ByResource = v.pipe(
  v.record(v.string(), v.looseObject({ title: v.string() })),
  v.check((values) => Object.keys(values).length > 0),
)

const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
/** A longer list is shown by its length only. */
const SHORT_LIST = 3
const EMPTY = '(vide)'

/** Returns the sentence of an action; null for one of an earlier version, which is shown by its name. */
export function actionLabel(action: string): string | null {
  return Object.hasOwn(auditActionLabels, action) ? auditActionLabels[action as AuditAction] : null
}

export function targetLabel({ targetEmail, oldValues, newValues }: AuditItem): string {
  if (targetEmail === 'SETTINGS') return 'Paramètres du site'
  const subject = parseSubjectId(targetEmail)
  if (subject) return subjectTitle(subject)
  const chapter = chapterSubject(targetEmail)
  if (chapter !== null) return chapter
  const title = newValues?.title ?? oldValues?.title
  return typeof title === 'string' ? title : targetEmail
}

/**
 * Lists the fields that an entry changed, in one fixed order. Unchanged fields, and those that are empty on one side,
 * are left out. An import holds the fields of each of its resources, by the resource's id.
 */
export function listDifferences({
  oldValues,
  newValues,
}: Pick<AuditItem, 'oldValues' | 'newValues'>): Difference[] {
  if (!v.is(ByResource, newValues)) return fieldDifferences(oldValues, newValues)
  const earlier = new Map(Object.entries(v.is(ByResource, oldValues) ? oldValues : {}))
  return Object.entries(newValues).flatMap(([id, values]) => {
    const title = typeof values['title'] === 'string' ? values['title'] : id
    return fieldDifferences(earlier.get(id) ?? null, values).map(({ label, ...sides }) => ({
      label: `${title} : ${label}`,
      ...sides,
    }))
  })
}

function fieldDifferences(stored: AuditItem['oldValues'], wanted: AuditItem['newValues']): Difference[] {
  const [oldText, newText] = [stored?.markdown, wanted?.markdown]
  const [oldValues, newValues] = [
    withOwnLines(withEachExercise(stored), newText),
    withOwnLines(withEachExercise(wanted), oldText),
  ]
  const names = new Set([...Object.keys(oldValues ?? {}), ...Object.keys(newValues ?? {})])
  return [...names]
    .toSorted((a, b) => position(a) - position(b) || a.localeCompare(b, 'fr', { numeric: true }))
    .map((name) => ({
      label: fieldLabel(name),
      before: sideText(oldValues, name),
      after: sideText(newValues, name),
    }))
    .filter(({ before, after }) => (before ?? EMPTY) !== (after ?? EMPTY))
}

/** Returns the values with those lines of a sheet only that its other text does not have. */
function withOwnLines(values: AuditItem['oldValues'], other: unknown): AuditItem['oldValues'] {
  const { markdown } = values ?? {}
  if (typeof markdown !== 'string' || typeof other !== 'string') return values
  const known = new Set(other.split('\n'))
  return {
    ...values,
    markdown: markdown
      .split('\n')
      .filter((line) => !known.has(line))
      .join('\n'),
  }
}

/** Returns the values with a field for each exercise of a paper, so that a change of one is visible. */
function withEachExercise(values: AuditItem['oldValues']): AuditItem['oldValues'] {
  const { exercises, ...others } = values ?? {}
  if (!v.is(v.array(ManagedExercise), exercises)) return values
  const texts = exercises.map((exercise) => [`Exercice ${exercise.number}`, exerciseText(exercise)] as const)
  return { ...others, ...Object.fromEntries(texts) }
}

/** 'Ondes, 4,5 points, ondes/1, page 2, corrigé page 1, vidéo 4:30' */
function exerciseText(exercise: ManagedExercise): string {
  const { title, points, chapters, page, correctionPage, videoSeconds, hints = [], answer } = exercise
  return [
    title,
    pointsText(points),
    ...chapters.map(({ theme, chapter }) => `${theme}/${chapter}`),
    page !== null && `page ${page}`,
    correctionPage !== null && `corrigé page ${correctionPage}`,
    videoSeconds !== null && `vidéo ${timeText(videoSeconds)}`,
    ...hints.map((hint, at) => `indice ${at + 1} « ${hint} »`),
    answer !== undefined && `réponse « ${answerText(answer)} »`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

export function differencesText(item: AuditItem): string {
  return listDifferences(item)
    .map(({ label, before, after }) => {
      if (before === null) return `${label} : ${after}`
      return after === null ? `${label} : ${before} → (supprimé)` : `${label} : ${before} → ${after}`
    })
    .join(' ; ')
}

/** Unknown fields come last. */
function position(name: string): number {
  const index = FIELD_ORDER.indexOf(name)
  return index === -1 ? FIELD_ORDER.length : index
}

function fieldLabel(name: string): string {
  return Object.hasOwn(fieldLabels, name) ? (fieldLabels[name] as string) : name
}

function sideText(values: AuditItem['oldValues'], name: string): string | null {
  return values && Object.hasOwn(values, name) ? valueText(name, values[name]) : null
}

function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return EMPTY
  if (typeof value === 'boolean') return booleanText(name, value)
  if (typeof value === 'number') return value.toLocaleString('fr-FR')
  if (typeof value === 'string') return wordText(name, value)
  if (Array.isArray(value)) return listText(name, value)
  if (v.is(Payment, value)) return paymentText(v.parse(Payment, value))
  if (v.is(Exam, value)) return `${value.label} (${formatCalendarDay(value.date)})`
  if (v.is(Announcement, value)) return announcementText(v.parse(Announcement, value))
  return Object.entries(value)
    .toSorted(([a], [b]) => position(a) - position(b) || a.localeCompare(b))
    .map(([key, part]) => `${fieldLabel(key)} ${valueText(key, part)}`)
    .join(', ')
}

function announcementText({ text, short, page, from, until }: Announcement): string {
  return [
    `« ${text} »`,
    short && `en bref « ${short} »`,
    page && `vers ${page}`,
    `du ${formatCalendarDay(from)} au ${formatCalendarDay(until)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function booleanText(name: string, value: boolean): string {
  if (name === 'isPremium') return value ? 'Premium' : 'Gratuit'
  return value ? 'oui' : 'non'
}

function wordText(name: string, value: string): string {
  if (ISO_MOMENT.test(value)) return formatMoment(value)
  if (v.is(Day, value)) return formatCalendarDay(value)
  const labels = Object.hasOwn(valueLabels, name) ? valueLabels[name] : undefined
  return labels && Object.hasOwn(labels, value) ? (labels[value] as string) : value
}

function listText(name: string, values: readonly unknown[]): string {
  if (values.length > SHORT_LIST && name !== 'paths') return `${values.length} éléments`
  return values.map((value) => valueText(name, value)).join(', ') || EMPTY
}
