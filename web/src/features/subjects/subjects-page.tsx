import { useQuery } from '@tanstack/react-query'
import { findTrack, type TrackCode } from '#shared/catalogue/tracks.ts'
import { NEWEST_SUBJECT_YEAR, OLDEST_SUBJECT_YEAR } from '#shared/entities/subject.ts'
import { useAccess, useAuth } from '#web/lib/auth/use-auth.ts'
import { subjectsQuery } from '#web/lib/requests/fetch-subjects.ts'
import { useAnchoredPlace } from '#web/lib/use-anchored-place.ts'
import { Badge } from '#web/ui/card.tsx'
import { Loadable, Skeleton, useDeferredAnswer } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { byYear } from './subject-rows.ts'
import { SubjectTable } from './subject-table.tsx'
import { TrackSwitch } from './track-switch.tsx'

const YEARS = NEWEST_SUBJECT_YEAR - OLDEST_SUBJECT_YEAR + 1

/** The bac subjects of a track, year by year. */
export function SubjectsPage({ track }: { track: TrackCode }) {
  const subjects = useDeferredAnswer(useQuery(subjectsQuery(track)))
  const access = useAccess()
  const auth = useAuth()
  // Who is there decides how high the rows are: both appear at once, and nothing is pushed down.
  const isUnknown = auth.status === 'loading' && auth.trouble === null
  useAnchoredPlace(subjects.data !== undefined && !isUnknown)
  const title = `Sujets ${findTrack(track).label}`
  return (
    <div data-track={track}>
      <Page
        title={title}
        eyebrow={<Badge tone="hue">Bac {track}</Badge>}
        intro="Les sujets de l'examen national de physique-chimie, session normale et rattrapage."
        figure={null}
      >
        <TrackSwitch current={track} />
        {isUnknown ? (
          <Skeleton shape="rows" count={YEARS} />
        ) : (
          <Loadable
            of={subjects}
            error="Une erreur est survenue lors du chargement des sujets"
            waiting={<Skeleton shape="rows" count={YEARS} />}
          >
            {(items) => <SubjectTable caption={title} rows={byYear(items)} access={access} />}
          </Loadable>
        )}
      </Page>
    </div>
  )
}
