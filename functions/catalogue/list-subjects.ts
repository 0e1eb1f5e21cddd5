import type { TrackCode } from '#shared/catalogue/tracks.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { subjectId } from '#shared/entities/subject.ts'
import type { Subjects } from '../data/subjects.ts'

/** The subjects of a track, year descending: what exists, never where. */
export async function listSubjects(
  { subjects }: { subjects: Pick<Subjects, 'listTrack'> },
  track: TrackCode,
): Promise<{ items: SubjectItem[] }> {
  const stored = await subjects.listTrack(track)
  const items = stored.map(({ year, session, size, pages }) => ({
    id: subjectId({ track, year, session }),
    track,
    year,
    session,
    // A stored subject always has a file; the field is part of the public contract.
    hasFile: true,
    size,
    pages,
  }))
  return { items }
}
