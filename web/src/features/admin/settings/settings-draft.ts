import * as v from 'valibot'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { type ManagedSettings, updateSettings } from '#shared/contract/admin/settings.ts'
import { daysBefore } from '#shared/domain/days/moroccan-day.ts'
import { numberIn } from '#shared/entities/plain-digits.ts'
import type { Exam } from '#shared/entities/settings.ts'

/** The fields of the form as they are typed, each by its path in the settings: 'contact.email', 'exams.0.date'. */
export type SettingsDraft = Readonly<Record<string, string>>

const EXAM = /^exams\./
const NO_ANNOUNCEMENT = { text: '', short: '', page: '', from: '', until: '' }

/** Returns the settings as texts; a missing value is an empty field. */
export function createDraft({ version: _version, ...settings }: ManagedSettings): SettingsDraft {
  return Object.fromEntries(
    textsIn({ ...settings, announcement: { ...NO_ANNOUNCEMENT, ...settings.announcement } }, ''),
  )
}

type Part = string | number | boolean | null | undefined | readonly Part[] | { readonly [name: string]: Part }

function textsIn(value: Part, path: string): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[path, String(value ?? '')]]
  return Object.entries(value).flatMap(([name, part]) =>
    textsIn(part, path === '' ? name : `${path}.${name}`),
  )
}

const SettingsFields = v.omit(updateSettings.body, ['version'])
export type SettingsFields = v.InferOutput<typeof SettingsFields>

/** A draft, checked and converted to settings. Without a text there is no announcement, whatever its days. */
export const TypedSettings = v.pipe(
  v.record(v.string(), v.string()),
  v.transform((draft): v.InferInput<typeof SettingsFields> => {
    const text = (name: string) => (draft[name] ?? '').trim()
    const textOrNull = (name: string) => text(name) || null
    /** Reads numbers as people write them: '1 250'. An empty text is no number. */
    const numberOf = (name: string) => (text(name) === '' ? Number.NaN : numberIn(text(name)))
    /** Reads some fields of a part, such as those of 'contact'. */
    const part = <Name extends string, Value>(
      path: string,
      names: readonly Name[],
      read: (name: string) => Value,
    ) => Object.fromEntries(names.map((name) => [name, read(`${path}.${name}`)])) as Record<Name, Value>
    return {
      priceDh: numberOf('priceDh'),
      premiumValidUntil: textOrNull('premiumValidUntil'),
      exams: listExams(draft),
      mockExamMinutes: part('mockExamMinutes', TRACK_CODES, numberOf),
      contact: part('contact', ['email', 'phone', 'whatsapp', 'socialUrl', 'availability'], text),
      payment: {
        bank: part('payment.bank', ['name', 'holder', 'account'], text),
        agencies: [text('payment.agencies.0'), text('payment.agencies.1')],
      },
      claims: part('claims', ['subjects', 'resources', 'yearsOfExperience'], numberOf),
      inboxFolder: textOrNull('inboxFolder'),
      acceptsQuestions: text('acceptsQuestions') === 'true',
      announcement:
        text('announcement.text') === ''
          ? null
          : {
              ...part('announcement', ['text', 'from', 'until'], text),
              short: text('announcement.short') || undefined,
              page: sitePathIn(text('announcement.page')),
            },
      privacy: {
        ...part('privacy', ['controller', 'authority'], text),
        ...part('privacy', ['address', 'contact', 'declaration', 'transfer'], textOrNull),
      },
    }
  }),
  SettingsFields,
)

/** Reads a page of this site as it is copied from the browser, or as a path. */
function sitePathIn(text: string): string | undefined {
  const { origin } = window.location
  return (text.startsWith(`${origin}/`) ? text.slice(origin.length) : text) || undefined
}

export function listExams(draft: SettingsDraft): Exam[] {
  const rows: Exam[] = []
  for (let at = 0; `exams.${at}.label` in draft; at += 1)
    rows.push({ label: draft[`exams.${at}.label`] ?? '', date: draft[`exams.${at}.date`] ?? '' })
  return rows
}

export function withExams(draft: SettingsDraft, exams: readonly Exam[]): SettingsDraft {
  const others = Object.entries(draft).filter(([name]) => !EXAM.test(name))
  return Object.fromEntries([...others, ...textsIn(exams, 'exams')])
}

export function withWholeExams(draft: SettingsDraft): SettingsDraft {
  return withExams(
    draft,
    listExams(draft).filter(({ label, date }) => label.trim() !== '' && date !== ''),
  )
}

/** Returns the names of the fields in which two drafts differ; the rows of examinations are one field, 'exams'. */
export function listChanges(a: SettingsDraft, b: SettingsDraft): string[] {
  const names = new Set(Object.keys({ ...a, ...b }))
  const changed = [...names].filter((name) => a[name] !== b[name])
  return [...new Set(changed.map((name) => (EXAM.test(name) ? 'exams' : name)))]
}

/** A field that was not changed since `base` takes its newer stored value. */
export function mergeDrafts(base: SettingsDraft, typed: SettingsDraft, stored: SettingsDraft): SettingsDraft {
  const mine = new Set(listChanges(base, typed))
  const isMine = (name: string) => mine.has(EXAM.test(name) ? 'exams' : name)
  return Object.fromEntries([
    ...Object.entries(stored).filter(([name]) => !isMine(name)),
    ...Object.entries(typed).filter(([name]) => isMine(name)),
  ])
}

/**
 * Proposes the settings of a new school year: the offer ends on the same day of the coming year, and the dates of past
 * examinations are to be filled in. @param today YYYY-MM-DD in Morocco
 */
export function proposeYear(draft: SettingsDraft, today: string): SettingsDraft {
  const exams = listExams(draft).map((exam) => (exam.date < today ? { ...exam, date: '' } : exam))
  return withExams({ ...draft, premiumValidUntil: nextTime(draft['premiumValidUntil'] ?? '', today) }, exams)
}

/** Proposes the days of an announcement that has none: a week from today. @param today YYYY-MM-DD in Morocco */
export function proposeWeek(draft: SettingsDraft, today: string): SettingsDraft {
  if (draft['announcement.from'] || draft['announcement.until']) return draft
  return { ...draft, 'announcement.from': today, 'announcement.until': daysBefore(today, -6) }
}

/** Returns the next date after today with the same day and month; empty for an empty day. */
function nextTime(day: string, today: string): string {
  if (day === '' || day > today) return day
  const inYear = (year: number) => `${year}${day.slice(4).replace('-02-29', '-02-28')}`
  const year = Number(today.slice(0, 4))
  return inYear(year) > today ? inYear(year) : inYear(year + 1)
}
