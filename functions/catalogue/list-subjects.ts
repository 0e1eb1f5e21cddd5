import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { publicSubject, type SubjectItem } from '#shared/entities/subject.ts'
import type { Subjects } from '../data/subjects.ts'

/** The subjects of a track, year descending: what exists, never where. */
export async function listSubjects(
  { subjects }: { subjects: Pick<Subjects, 'listTrack'> },
  track: TrackCode,
): Promise<{ items: SubjectItem[] }> {
  const stored = await subjects.listTrack(track)
  return { items: stored.map(publicSubject) }
}
