import { useQuery } from '@tanstack/react-query'
import { type TrackCode, trackOf } from '#shared/catalogue/tracks.ts'
import { useAccess } from '#web/lib/auth/use-auth.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { subjectsQuery } from './requests/fetch-subjects.ts'
import { byYear } from './subject-rows.ts'
import { SubjectTable } from './subject-table.tsx'

/** The bac subjects of a track, year by year. */
export function SubjectsPage({ track }: { track: TrackCode }) {
  const subjects = useQuery(subjectsQuery(track))
  const access = useAccess()
  const title = `Sujets ${trackOf(track).label}`
  return (
    <div data-track={track}>
      <Page
        title={title}
        eyebrow={<Badge tone="hue">Bac {track}</Badge>}
        intro="Les sujets de l'examen national de physique-chimie, session normale et rattrapage."
      >
        <Loadable of={subjects} error="Une erreur est survenue lors du chargement des sujets">
          {(items) => <SubjectTable caption={title} rows={byYear(items)} access={access} />}
        </Loadable>
      </Page>
    </div>
  )
}
