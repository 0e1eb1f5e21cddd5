import { TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import { sampleMockExam } from '#shared/entities/samples.ts'
import type { User } from '#shared/entities/user.ts'
import { startSite } from './site.ts'

export async function startDeletionSite() {
  const site = await startSite()
  const { handler: reconcile } = await import('../account/reconcile-accounts.ts')

  const mockExams = site.stores.mockExams
  async function mark({ id: userId }: User, track: TrackCode): Promise<void> {
    const chapter = { userId, track, theme: 'ondes', chapter: 1 }
    await site.stores.progress.changeMarks(chapter, () => new Map([['r-1', { mark: 'done' }]]), new Date())
  }
  const markedChapters = async ({ id }: User) => (await site.stores.progress.listChapters(id)).length
  async function unfinished(): Promise<string[]> {
    const remembered = await site.stores.deletions.listRemembered()
    return remembered.filter(({ isDone }) => !isDone).map(({ userId }) => userId)
  }
  async function entriesAbout({ email }: User) {
    const { items } = await site.stores.audit.listNewest({ limit: 100 })
    return items.filter(({ target }) => target === email)
  }
  return {
    ...site,
    reconcile,
    student: async (changes?: Partial<User>) => {
      const user = await site.enrol(changes)
      for (const track of TRACK_CODES.slice(0, 2)) await mark(user, track)
      await mockExams.putAll(user.id, [sampleMockExam])
      return user
    },
    mark,
    markedChapters,
    counted: () => site.stores.counters.countUsers(),
    unfinished,
    entriesAbout,
    expectGone: async (user: User) => {
      expect(await site.stores.users.find(user.id)).toBeNull()
      expect(await markedChapters(user)).toBe(0)
      expect(await mockExams.listNewest(user.id, 1)).toEqual([])
      expect(site.userPool.accounts.find(user.id)).toBeNull()
      expect(await unfinished()).not.toContain(user.id)
      expect(await entriesAbout(user)).toHaveLength(1)
    },
  }
}
