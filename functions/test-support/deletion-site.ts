import { TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import { sampleMockExam } from '#shared/entities/samples.ts'
import type { User } from '#shared/entities/user.ts'
import { createAuditLog } from '../data/audit.ts'
import { createCounters } from '../data/counters.ts'
import { createDeletions } from '../data/deletions.ts'
import { createMockExams } from '../data/mock-exams.ts'
import { createProgress } from '../data/progress.ts'
import { createUsers } from '../data/users.ts'
import { type Site, startSite } from './site.ts'

export type DeletionSite = Site & {
  reconcile(): Promise<void>
  /** Stores a student with an account, marks in two tracks and a mock examination. */
  student(changes?: Partial<User>): Promise<User>
  mark(user: User, track: TrackCode): Promise<void>
  /** The number of chapters in which the user has marked a document. */
  markedChapters(user: User): Promise<number>
  /** The number of users that are counted. */
  counted(): Promise<number>
  /** The ids of users whose deletion has begun and is not finished. */
  unfinished(): Promise<string[]>
  entriesAbout(user: User): Promise<unknown[]>
  /** Expects that of the user one audit entry is left, and nothing else. */
  expectGone(user: User): Promise<void>
}

export async function startDeletionSite(): Promise<DeletionSite> {
  const site = await startSite()
  const { table } = site.store
  const { handler: reconcile } = await import('../account/reconcile-accounts.ts')

  const mockExams = createMockExams(table)
  async function mark({ id: userId }: User, track: TrackCode): Promise<void> {
    const chapter = { userId, track, theme: 'ondes', chapter: 1 }
    await createProgress(table).changeMarks(chapter, () => new Map([['r-1', { mark: 'done' }]]), new Date())
  }
  const markedChapters = async ({ id }: User) => (await createProgress(table).listChapters(id)).length
  async function unfinished(): Promise<string[]> {
    const remembered = await createDeletions(table).listRemembered()
    return remembered.filter(({ isDone }) => !isDone).map(({ userId }) => userId)
  }
  async function entriesAbout({ email }: User) {
    const { items } = await createAuditLog(table).listNewest({ limit: 100 })
    return items.filter(({ target }) => target === email)
  }
  return {
    ...site,
    reconcile,
    student: async (changes) => {
      const user = await site.enrol(changes)
      for (const track of TRACK_CODES.slice(0, 2)) await mark(user, track)
      await mockExams.putAll(user.id, [sampleMockExam])
      return user
    },
    mark,
    markedChapters,
    counted: () => createCounters(table).countUsers(),
    unfinished,
    entriesAbout,
    expectGone: async (user) => {
      expect(await createUsers(table).find(user.id)).toBeNull()
      expect(await markedChapters(user)).toBe(0)
      expect(await mockExams.listNewest(user.id, 1)).toEqual([])
      expect(site.userPool.accounts.find(user.id)).toBeNull()
      expect(await unfinished()).not.toContain(user.id)
      expect(await entriesAbout(user)).toHaveLength(1)
    },
  }
}
