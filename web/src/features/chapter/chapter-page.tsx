import { useParams } from 'react-router-dom'
import { findTheme } from '#shared/catalogue/themes.ts'
import { findTrack, type TrackCode } from '#shared/catalogue/tracks.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Chapter } from './chapter.tsx'

/** The address of a chapter, resolved against what the track teaches. */
export function ChapterPage({ track: code }: { track: TrackCode }) {
  const { theme: slug = '', chapter: number = '' } = useParams()
  const track = findTrack(code)
  const theme = findTheme(code, slug)
  const title = /^[1-9]\d?$/.test(number) ? theme?.chapters[Number(number) - 1] : undefined
  if (!theme || !title)
    return (
      <Page title="Chapitre introuvable" width="text">
        <p>Cette adresse ne correspond à aucun chapitre de la filière.</p>
        <div>
          <ButtonLink to={`/${track.slug}`}>Retour aux thèmes de {track.label}</ButtonLink>
        </div>
      </Page>
    )
  return <Chapter track={track} theme={theme} number={Number(number)} title={title} />
}
