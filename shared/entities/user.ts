import * as v from 'valibot'
import {
  Day,
  DocumentId,
  Email,
  freeText,
  orNull,
  requiredText,
  Timestamp,
  TrackCode,
  validationMessages as texts,
  wholeNumber,
} from './fields.ts'

/** Moroccan dirhams with centimes: the table does not accept a number like 1e-200. */
export function amountFrom(least: number) {
  const message = `Le montant doit être un nombre de ${least} à 100 000`
  return v.pipe(
    v.number(message),
    v.minValue(least, message),
    v.maxValue(100_000, message),
    v.check((amount) => Math.round(amount * 100) / 100 === amount, 'Le montant a au plus deux décimales'),
  )
}

export const Payment = v.object({
  amount: amountFrom(0),
  means: requiredText(80),
  reference: v.optional(freeText(120), ''),
})
export type Payment = v.InferOutput<typeof Payment>

/**
 * The networks of a lease's last calls, the newest first. One update moves each value to the next attribute, which is
 * not possible in a list that may be missing. Names are short, since a heartbeat rewrites the item.
 */
export const NETWORK_NOTES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

export const Lease = v.object({
  id: v.string(),
  lastActive: Timestamp,
  /** RFC 7638; empty in leases of earlier versions, which no browser holds. */
  thumbprint: v.optional(v.string(), ''),
  ...v.entriesFromList(NETWORK_NOTES, v.optional(v.string())),
})
export type Lease = v.InferOutput<typeof Lease>

/** Small, since a heartbeat rewrites the item. */
export const DeviceChanges = v.object({
  holder: v.string(),
  /** Short digest of that browser's name; empty in items of earlier versions, which match any name. */
  browser: v.optional(v.string(), ''),
  day: v.string(),
  count: v.number(),
})
export type DeviceChanges = v.InferOutput<typeof DeviceChanges>

/** Sat now or last. Until its end the correction of the paper is closed. */
export const RunningExam = v.object({ id: v.string(), subjectId: v.string(), endsAt: Timestamp })
export type RunningExam = v.InferOutput<typeof RunningExam>

/** The document that an account read last, and where. */
export const LastRead = v.object({
  id: DocumentId,
  page: orNull(wholeNumber(1, 9_999, texts.invalid)),
  /** The number of the exercise in its paper; null for none. */
  exercise: orNull(wholeNumber(1, 99, texts.invalid)),
  readAt: Timestamp,
})
export type LastRead = v.InferOutput<typeof LastRead>

export const MINUTES_A_DAY = [15, 30, 45, 60, 90, 120] as const
export const MinutesADay = v.picklist(MINUTES_A_DAY, texts.choice)
export const USUAL_MINUTES_A_DAY = 45

export const User = v.object({
  id: v.string(),
  email: Email,
  /** The stored flag; `isPremiumNow` tells whether Premium is valid. */
  isPremium: v.boolean(texts.boolean),
  /** Last Moroccan day of the flag; null for no end. */
  premiumUntil: orNull(Day),
  isAdmin: v.boolean(),
  blockedAt: orNull(Timestamp),
  /** Sign-ins from before this time are over, in epoch seconds; null when none was ended. */
  signInsFrom: orNull(v.number()),
  /** The last sign-outs, whose sign-ins are over (`shared/domain/accounts/sign-in.ts`). */
  endedSignIns: v.optional(v.array(v.string()), []),
  lease: orNull(Lease),
  /** Null when no browser has held the session yet. */
  deviceChanges: orNull(DeviceChanges),
  /** Part of the profile, since a ticket reads it anyway; null for none, or after an early end. */
  mockExam: orNull(RunningExam),
  /** Null when nothing was read yet. Heartbeats write it. */
  lastRead: orNull(LastRead),
  /** True when Cognito asks for a code after the password, by its last answer. */
  hasSecondFactor: v.optional(v.boolean(), false),
  /** The payment for Premium; null when none was noted. */
  payment: orNull(Payment),
  /** Each is the id of an entry of the ledger and its amount, whose money is held; null for none. */
  held: orNull(v.set(v.string())),
  /** The own part of its id; null for none. Short, since a heartbeat rewrites the item. */
  openPaymentRequest: orNull(v.string()),
  /** Epoch seconds of each, by which their number is limited; null for none. */
  openQuestions: orNull(v.array(v.number())),
  /** Time of an answer that the student has not read yet; null for none. */
  newAnswerAt: orNull(Timestamp),
  answerMailsOffSince: orNull(Timestamp),
  remindersOffSince: orNull(Timestamp),
  /** The track that the student prepares, which lists begin with; null when they have not chosen one. */
  track: orNull(TrackCode),
  minutesADay: orNull(MinutesADay),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type User = v.InferOutput<typeof User>

const ShownEnd = v.object({
  /** First instant after the last day; null for no end. Computed for the answer by the server's time zone data. */
  premiumUntil: orNull(Timestamp),
  /** Last Moroccan day, which pages show, since time zone data of phones may be years old; null for no end. */
  premiumLastDay: orNull(Day),
})

/** The owner's view of a profile. `isPremium` tells whether Premium is valid now. */
export const UserView = v.object({
  ...v.pick(User, ['id', 'email', 'isPremium', 'isAdmin', 'payment', 'createdAt', 'updatedAt']).entries,
  ...ShownEnd.entries,
  /** The sum of the payments for the current Premium that are held, in dirhams. */
  heldDh: v.optional(v.number(), 0),
})
export type UserView = v.InferOutput<typeof UserView>

/** The caller's view of their profile. `isPremium` tells whether Premium is valid now. */
export const Profile = v.object({
  ...v.pick(User, ['id', 'email', 'isPremium', 'isAdmin', 'hasSecondFactor', 'track', 'createdAt']).entries,
  ...ShownEnd.entries,
  isOwner: v.boolean(),
  isPrimaryOwner: v.boolean(),
  hasReminders: v.boolean(),
  /** True when mails say that a question was answered. Profiles that a device keeps may lack it, as the next field. */
  hasAnswerMails: v.optional(v.boolean(), true),
  hasNewAnswer: v.optional(v.boolean(), false),
  /** The minutes a day of the student's plan. Profiles that a device keeps may lack it. */
  minutesADay: v.optional(MinutesADay, USUAL_MINUTES_A_DAY),
  /** The time at which the account read last, on any device; null for never. Profiles that a device keeps may lack it. */
  lastReadAt: orNull(Timestamp),
  /** The payment request that waits for an owner, with the number by which people speak of it; null: none. */
  openPaymentRequest: v.nullable(v.object({ id: v.string(), number: v.string(), createdAt: Timestamp })),
})
export type Profile = v.InferOutput<typeof Profile>

export const userFieldLabels = {
  email: 'Email',
  isPremium: 'Statut Premium',
  premiumUntil: 'Fin du Premium',
  isAdmin: 'Administrateur',
  blockedAt: 'Bloqué le',
  hasSecondFactor: 'Validation en deux étapes',
  payment: 'Paiement',
  createdAt: 'Inscription',
} as const satisfies Partial<Record<keyof User, string>>

export const paymentFieldLabels: Record<keyof Payment, string> = {
  amount: 'Montant (DH)',
  means: 'Moyen de paiement',
  reference: 'Référence',
}

/** Returns a free account without a session. `email` is normalised. */
export function newProfile(id: string, email: string, createdAt: Date): User {
  const at = createdAt.toISOString()
  return v.parse(User, { id, email, isPremium: false, isAdmin: false, createdAt: at, updatedAt: at })
}

/** The account of the sample requests, which the dashboard's first page loads without the samples. */
export const SAMPLE_USER = {
  id: '0b0e7a52-5a3c-4d55-9c1e-6f1d2a3b4c5d',
  email: 'eleve@exemple.test',
} as const
