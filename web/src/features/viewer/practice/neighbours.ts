import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import * as v from 'valibot'
import { chapterPath, paperPath } from '#shared/catalogue/page-path.ts'
import type { SubjectKey } from '#shared/catalogue/subjects.ts'
import { findTheme, type TrackCode } from '#shared/catalogue/tracks.ts'
import { ChapterNumber, type Exercise } from '#shared/entities/exercise.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { fetchPageAnswer } from '#web/lib/api/page-content.ts'
import { useAccess } from '#web/lib/auth/auth-state.ts'
import { isOpenTo } from '#web/lib/documents/open-document.ts'
import type { ChapterExercise } from '#web/lib/practice/exercise-marks.ts'

/** Another exercise to work on: of the same paper, or of another one, whose page `path` opens it. */
export type Neighbour = { number: number; title: string; path: string | null; state: object | null }

/** Router state of a link to an exercise: the chapter whose exercises the student works on. */
const FromChapter = v.object({ chapter: ChapterNumber })

/**
 * Returns the exercises before and after one in the list of a chapter: the one that the student came from, else the
 * exercise's first. Where that list cannot be read, those of the paper.
 */
export function useNeighbours(paper: SubjectKey, exercises: readonly Exercise[], exercise: Exercise) {
  const access = useAccess()
  const location = useLocation()
  const came = v.safeParse(FromChapter, location.state)
  const chapter = came.success ? came.output.chapter : exercise.chapters[0]
  const list = chapter ? listPath(paper.track, chapter) : null
  const { data } = useQuery({
    // The same key as the chapter's page.
    queryKey: [list, {}],
    queryFn: ({ signal }) =>
      fetchPageAnswer<{ exercises: readonly ChapterExercise[] }>(list as string, signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: list !== null,
  })
  const here = paperPath(paper)
  const own = exercises.map(({ number, title }): Neighbour => {
    return { number, title: withFrenchSpaces(`Exercice ${number} : ${title}`), path: null, state: null }
  })
  const open = data?.exercises.filter((each) => isOpenTo(access, each)) ?? []
  const listed = open.map(({ paper: path, number, title }): Neighbour => {
    return { number, title, path: path === here ? null : `${path}?exercice=${number}`, state: { chapter } }
  })
  const isHere = ({ number, path }: Neighbour) => path === null && number === exercise.number
  const all = listed.some(isHere) ? listed : own
  const at = all.findIndex(isHere)
  return { previous: all[at - 1] ?? null, next: all[at + 1] ?? null }
}

/** Null for a chapter that the track does not teach. */
function listPath(track: TrackCode, { theme: slug, chapter }: ChapterNumber): string | null {
  const theme = findTheme(track, slug)
  return theme && theme.chapters.length >= chapter ? chapterPath(track, theme.slug, chapter) : null
}
