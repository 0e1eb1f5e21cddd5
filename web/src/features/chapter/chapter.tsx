import { useQuery } from '@tanstack/react-query'
import type { Theme } from '#shared/catalogue/themes.ts'
import type { Track } from '#shared/catalogue/tracks.ts'
import { useAuth } from '#web/lib/auth/use-auth.ts'
import { Loadable, Skeleton, useDeferredAnswer } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { ChapterHead } from './chapter-head.tsx'
import { ChapterNav } from './chapter-nav.tsx'
import { neighboursOf } from './chapter-neighbours.ts'
import { ChapterSubjects } from './chapter-subjects.tsx'
import { chapterQuery } from './requests/fetch-chapter.ts'

const LOAD_FAILED = 'Une erreur est survenue lors du chargement des ressources. Veuillez réessayer plus tard.'

type ChapterProps = { track: Track; theme: Theme; number: number; title: string }

/** The subjects of a chapter and the way to its neighbours. */
export function Chapter({ track, theme, number, title }: ChapterProps) {
  const resources = useDeferredAnswer(useQuery(chapterQuery(track.slug, theme.slug, String(number))))
  const isPending = resources.data === undefined && resources.error === null
  const auth = useAuth()
  // Who is there decides what stands above the list: both appear at once, and nothing is pushed down.
  const isUnknown = auth.status === 'loading' && auth.trouble === null
  return (
    <div data-track={track.code}>
      <Page
        title={title}
        eyebrow={<ChapterHead track={track} theme={theme} number={number} />}
        // Also what the page's first paint is about: nothing that comes later is larger.
        intro={`Les sujets de l'examen national sur ce chapitre et leurs corrections, en PDF et en vidéo, classés par année et par session pour la filière ${track.label}.`}
        figure={null}
      >
        {isUnknown ? (
          <Skeleton shape="cards" count={6} />
        ) : (
          <Loadable of={resources} error={LOAD_FAILED} waiting={<Skeleton shape="cards" count={6} />}>
            {(items) => (
              <ChapterSubjects
                items={items}
                place={{ track: track.code, theme: theme.slug, chapter: number }}
              />
            )}
          </Loadable>
        )}
        {!isPending && !isUnknown && <ChapterNav {...neighboursOf(track.code, theme.slug, number)} />}
      </Page>
    </div>
  )
}
