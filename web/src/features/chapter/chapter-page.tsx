import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation, useParams } from 'react-router-dom'
import { chapterPath } from '#shared/catalogue/page-path.ts'
import {
  findTheme,
  findTrack,
  listThemes,
  type Theme,
  type ThemeSlug,
  type Track,
  type TrackCode,
} from '#shared/catalogue/tracks.ts'
import { api, getChapter } from '#web/lib/api/api.ts'
import { usePageAnswer, withQueries } from '#web/lib/api/page-queries.tsx'
import { AccountView, SignedIn } from '#web/ui/account-view.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { NeighbourNav } from '#web/ui/link-card.tsx'
import { Loadable, Skeleton, useDeferredAnswer } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import styles from './chapter.module.css'
import { type ChapterLinks, hasSheet } from './chapter-links.ts'
import { ChapterProgress, ChapterSubjects } from './chapter-subjects.tsx'

const LOAD_FAILED = 'Une erreur est survenue lors du chargement des ressources. Veuillez réessayer plus tard.'

const NO_LINKS: ChapterLinks = { papers: [], exercises: [], corrected: [] }

export const ChapterPage = withQueries(function ChapterPage({ track: code }: { track: TrackCode }) {
  const { theme: slug = '', chapter: number = '' } = useParams()
  const track = findTrack(code)
  const theme = findTheme(code, slug)
  const title = /^[1-9]\d?$/.test(number) ? theme?.chapters[Number(number) - 1] : undefined
  if (!theme || !title)
    return (
      <Page title="Chapitre introuvable" width="text">
        <p>Cette adresse ne correspond à aucun chapitre de la filière.</p>
        <div>
          <ButtonLink to={`/${track.slug}`}>{`Retour aux thèmes de ${track.label}`}</ButtonLink>
        </div>
      </Page>
    )
  return <Chapter track={track} theme={theme} number={Number(number)} title={title} />
})

type ChapterProps = { track: Track; theme: Theme; number: number; title: string }

function Chapter({ track, theme, number, title }: ChapterProps) {
  const { code, slug, label } = track
  const place = { track: code, theme: theme.slug, chapter: number }
  const { data: links = NO_LINKS } = usePageAnswer<ChapterLinks>(chapterPath(code, theme.slug, number))
  const params = { track: slug, theme: theme.slug, chapter: String(number) }
  const chapter = useDeferredAnswer(useQuery(api(getChapter).queryOptions({ params })))
  const { hash, key } = useLocation()
  useEffect(() => {
    // A link of the site leads to the sheet before the page has it; the browser itself scrolls its first page.
    if (key !== 'default') document.getElementById(hash.slice(1))?.scrollIntoView()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once the text is there
  }, [hash, key, links.texts])
  const isPending = chapter.data === undefined && chapter.error === null
  return (
    <div data-track={code}>
      <Page
        title={title}
        eyebrow={
          <p className={styles.head}>
            <Link to={`/${slug}`} className={styles.track}>
              {label}
            </Link>
            <span className={styles.theme}>{theme.title}</span>
            <span>{`Chapitre ${number} sur ${theme.chapters.length}`}</span>
            {hasSheet(links) && (
              <a href="#fiche" className={styles.track}>
                Fiche de révision
              </a>
            )}
          </p>
        }
        // The text is large enough to be the page's largest paint, before the list arrives.
        intro={`Les sujets de l'examen national sur ce chapitre et leurs corrections, en PDF et en vidéo, classés par année et par session pour la filière ${label}.`}
        figure={null}
      >
        <AccountView>
          {(access) => (
            <Loadable of={chapter} error={LOAD_FAILED} waiting={<Skeleton shape="cards" count={6} />}>
              {({ items }) => <ChapterSubjects items={items} chapter={place} links={links} access={access} />}
            </Loadable>
          )}
        </AccountView>
        {/* oxlint-disable-next-line react/no-danger, jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- its authors' own HTML is text there (page-answers.test.ts), and its one button prints */}
        <section
          onClick={({ target }) => (target as Element).localName === 'button' && print()}
          dangerouslySetInnerHTML={{ __html: links.texts ?? '' }}
        />
        <SignedIn>
          <ChapterProgress chapter={place} />
        </SignedIn>
        {!isPending && (
          <NeighbourNav label="Chapitres voisins" {...neighbourChapters(code, theme.slug, number)} />
        )}
      </Page>
    </div>
  )
}

export function neighbourChapters(track: TrackCode, theme: ThemeSlug, number: number) {
  const chapters = listThemes(track).flatMap((each) =>
    each.chapters.map((title, index) => ({
      to: chapterPath(track, each.slug, index + 1),
      title,
      theme: each.title,
    })),
  )
  const at = chapters.findIndex(({ to }) => to === chapterPath(track, theme, number))
  return {
    previous: neighbour('Chapitre précédent', chapters[at - 1]),
    next: neighbour('Chapitre suivant', chapters[at + 1]),
  }
}

function neighbour(direction: string, chapter?: { to: string; title: string; theme: string }) {
  return chapter ? { to: chapter.to, title: chapter.title, detail: `${direction} · ${chapter.theme}` } : null
}
