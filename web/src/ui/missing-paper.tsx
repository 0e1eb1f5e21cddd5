import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { findTrack, type TrackCode } from '#shared/catalogue/tracks.ts'
import { ButtonLink } from './button.tsx'
import { Page } from './page.tsx'

/** For the address of a paper that is not published. */
export function MissingPaper({ track }: { track: TrackCode }) {
  const { label } = findTrack(track)
  return (
    <Page title="Sujet introuvable" width="text">
      <p>Ce sujet n'existe pas, ou il n'est pas encore publié.</p>
      <div>
        <ButtonLink to={subjectsPath(track)}>Voir tous les sujets {label}</ButtonLink>
      </div>
    </Page>
  )
}
