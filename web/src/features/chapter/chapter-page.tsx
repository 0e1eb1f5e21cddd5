import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { type Theme, themeOf } from '#shared/catalogue/themes.ts'
import { type Track, type TrackCode, trackOf } from '#shared/catalogue/tracks.ts'
import { useAccess } from '#web/lib/auth/use-auth.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CardGrid } from '#web/ui/card.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { AccessBox } from './access-box.tsx'
import { ExamCardView } from './exam-card-view.tsx'
import { examCards } from './exam-cards.ts'
import { chapterQuery } from './requests/fetch-chapter.ts'

/** The address of a chapter, resolved against what the track teaches. */
export function ChapterPage({ track: code }: { track: TrackCode }) {
  const { theme: slug = '', chapter: number = '' } = useParams()
  const track = trackOf(code)
  const theme = themeOf(code, slug)
  const title = theme?.chapters[Number(number) - 1]
  if (!theme || !title)
    return (
      <Page title="Chapitre introuvable" width="text">
        <p>
          <Link to={`/${track.slug}`}>Retour aux thèmes de {track.label}</Link>
        </p>
      </Page>
    )
  return <Chapter track={track} theme={theme} number={number} title={title} />
}

type ChapterProps = { track: Track; theme: Theme; number: string; title: string }

function Chapter({ track, theme, number, title }: ChapterProps) {
  const resources = useQuery(chapterQuery(track.slug, theme.slug, number))
  const access = useAccess()
  return (
    <div data-track={track.code}>
      <Page title={title} eyebrow={<Badge tone="hue">{track.label}</Badge>} intro={theme.title}>
        <AccessBox access={access} />
        <Loadable
          of={resources}
          error="Une erreur est survenue lors du chargement des ressources. Veuillez réessayer plus tard."
        >
          {(items) =>
            items.length === 0 ? (
              <p>Aucun sujet disponible pour ce chapitre.</p>
            ) : (
              <CardGrid>
                {examCards(items).map((card) => (
                  <ExamCardView key={card.key} card={card} track={track.code} access={access} />
                ))}
              </CardGrid>
            )
          }
        </Loadable>
      </Page>
    </div>
  )
}
