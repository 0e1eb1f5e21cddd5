import * as v from 'valibot'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { SubjectItem, subjectId } from '#shared/entities/subject.ts'
import type { Subjects } from '../data/subjects.ts'

/** The subjects of a track, year descending: what exists, never where. A stored subject always has a file. */
export async function listSubjects(
  { subjects }: { subjects: Pick<Subjects, 'listTrack'> },
  track: TrackCode,
): Promise<{ items: SubjectItem[] }> {
  const stored = await subjects.listTrack(track)
  const items = stored.map((subject) =>
    v.parse(SubjectItem, { ...subject, id: subjectId(subject), hasFile: true }),
  )
  return { items }
}
