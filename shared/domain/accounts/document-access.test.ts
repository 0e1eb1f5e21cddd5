import { subjectId } from '../../catalogue/subjects.ts'
import type { Resource } from '../../entities/resource.ts'
import { sampleResource, sampleSubject, sampleUser } from '../../entities/samples.ts'
import type { User } from '../../entities/user.ts'
import { type Document, documentOfResource, documentOfSubject } from '../documents/document.ts'
import { assertMayOpen, examThatOpens } from './document-access.ts'

const now = new Date('2026-03-01T10:00:00.000Z')
const [before, after] = ['2026-03-01T09:00:00.000Z', '2026-03-01T11:00:00.000Z']
const paid = documentOfSubject({ ...sampleSubject, isFree: false })
const free = documentOfSubject({ ...sampleSubject, isFree: true })
const correction = documentOfSubject({ ...sampleSubject, isFree: false }, 'correction')
const { track, year, session } = sampleSubject
/** A free resource with the correction of one exercise of the paper. */
const part = { ...sampleResource, track, year, session, resourceType: 'correction', isFree: true } as const
const sitting = (endsAt: string): Partial<User> => ({
  isPremium: true,
  mockExam: { id: 'exam', subjectId: subjectId(sampleSubject), endsAt },
})

const partWith = (changes: Partial<Resource>) => documentOfResource({ ...part, ...changes })

test.each<[string, Partial<User>, Document | null, string | null]>([
  ['a free account a free document', {}, free, null],
  ['a free account a paid document', {}, paid, 'PREMIUM_REQUIRED'],
  ['a free account what there is not', {}, null, 'PREMIUM_REQUIRED'],
  ['Premium a paid document', { isPremium: true }, paid, null],
  ['Premium what there is not', { isPremium: true }, null, null],
  ['Premium that is over', { isPremium: true, premiumUntil: '2026-02-28' }, paid, 'PREMIUM_REQUIRED'],
  ['an admin a paid document', { isAdmin: true }, paid, null],
  ['a blocked account a free document', { blockedAt: before }, free, 'ACCOUNT_BLOCKED'],
  ['one who sits the paper its statement', sitting(after), paid, null],
  ['one who sits the paper its correction', sitting(after), correction, 'MOCK_EXAM_RUNNING'],
  ['one who sits the paper that of its exercise', sitting(after), partWith({}), 'MOCK_EXAM_RUNNING'],
  ['one who sits another session', sitting(after), partWith({ session: 'Rattrapage' }), null],
  ['one who sits the paper an exercise', sitting(after), partWith({ resourceType: 'exercise' }), null],
  ['one who sat the paper its correction', sitting(before), correction, null],
])('whether %s is open', (_, changes, document, refusal) => {
  const open = () => assertMayOpen({ ...sampleUser, ...changes }, document, now)
  if (refusal === null) expect(open).not.toThrow()
  else expect(open).toThrow(expect.objectContaining({ code: refusal }))
})

const [taste, video] = (['correction', 'video'] as const).map((each) =>
  documentOfSubject({ ...sampleSubject, isFree: true }, each),
)
const PAPER = subjectId(sampleSubject)
const sat = (endsAt: string, paper = PAPER): Partial<User> => ({
  mockExam: { id: 'exam', subjectId: paper, endsAt },
})

/** The paper that must be asked for, and the refusals of accounts that have not sat it and that have. */
type Tasting = [string, Partial<User>, Document | undefined, string | null, string | null, string | null]

test.each<Tasting>([
  ['a free account', {}, taste, PAPER, 'PREMIUM_REQUIRED', null],
  ['one who sat it last', sat(before), taste, null, null, null],
  ['one who sat another', sat(before, 'bac-SM-1999-Normale'), taste, PAPER, 'PREMIUM_REQUIRED', null],
  ['one who sits it', sat(after), taste, PAPER, 'PREMIUM_REQUIRED', 'MOCK_EXAM_RUNNING'],
  ['Premium', { isPremium: true }, taste, null, null, null],
  ['a blocked account', { blockedAt: before }, taste, null, 'ACCOUNT_BLOCKED', 'ACCOUNT_BLOCKED'],
  ['a free account, for the video', {}, video, null, 'PREMIUM_REQUIRED', 'PREMIUM_REQUIRED'],
  ['who sat it, for the video', sat(before), video, null, 'PREMIUM_REQUIRED', 'PREMIUM_REQUIRED'],
  ['for a Premium paper', sat(before), correction, null, 'PREMIUM_REQUIRED', 'PREMIUM_REQUIRED'],
  ['for what there is not', {}, undefined, null, 'PREMIUM_REQUIRED', 'PREMIUM_REQUIRED'],
])(
  'whether the examination opens the correction of a free paper: %s',
  (_, changes, shown, asked, ...refusals) => {
    const [user, document] = [{ ...sampleUser, ...changes }, shown ?? null]
    expect(examThatOpens(user, document, now)).toBe(asked)
    for (const hasSat of [false, true]) {
      const refusal = refusals[Number(hasSat)]
      const open = () => assertMayOpen(user, document, now, hasSat)
      if (refusal === null) expect(open).not.toThrow()
      else expect(open).toThrow(expect.objectContaining({ code: refusal }))
    }
  },
)
