import { useQuery } from '@tanstack/react-query'
import { Crown, Play } from 'lucide-react'
import type { VideoItem } from '#shared/entities/resource.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { api, listVideos } from '#web/lib/api/api.ts'
import { ApiFailure, reasonOf } from '#web/lib/api/failure.ts'
import { usePageAnswer, withQueries } from '#web/lib/api/page-queries.tsx'
import { useAccess } from '#web/lib/auth/auth-state.ts'
import { bytesText } from '#web/lib/documents/document-labels.ts'
import { useOpenDocument } from '#web/lib/documents/open-document.ts'
import { reloadPage, useOnline } from '#web/lib/network.ts'
import { useAnchoredPlace } from '#web/lib/use-anchored-place.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Badge, Card, CardGrid } from '#web/ui/card.tsx'
import { FailureAlert } from '#web/ui/lazy-part.tsx'
import { EmptyState, Loadable, Skeleton } from '#web/ui/loadable.tsx'
import { OwnTrackList, useOwnTrackFirst } from '#web/ui/own-track.tsx'
import { Drawing, FigurePanel, Page } from '#web/ui/page.tsx'
import { ThemeFigure } from '#web/ui/theme-figure.tsx'
import styles from './videos-page.module.css'

export const VideosPage = withQueries(function VideosPage() {
  const videos = useQuery(api(listVideos).queryOptions({}))
  useAnchoredPlace(videos.data !== undefined)
  const isOnline = useOnline()
  return (
    <Page
      title="Vidéos Gratuites"
      intro="Des cours et des corrections en vidéo, ouverts à tous."
      figure={<ScreenFigure />}
    >
      {!isOnline && !videos.data ? (
        <FailureAlert text="Les vidéos ne peuvent pas être chargées sans réseau." onRetry={reloadPage} />
      ) : (
        <Loadable
          of={videos}
          error="Erreur lors du chargement des ressources"
          reason={whyMissing}
          waiting={<Skeleton shape="cards" count={6} />}
        >
          {({ items }) => <VideoGrid videos={items} />}
        </Loadable>
      )}
      {!videos.isPending && <PremiumCall />}
    </Page>
  )
})

/** Visitors see the same text for a server that is not reached and one that fails. */
function whyMissing(error: Error): string | null {
  const isDown = error instanceof ApiFailure && (error.kind === 'unreachable' || error.kind === 'failing')
  return isDown ? 'Impossible de se connecter à la base de données' : reasonOf(error)
}

/** The page that carries the sizes of its videos. */
export const VIDEOS_PATH = '/videos-gratuites'

/** Bytes of the free videos by id, as far as they are known; the list of the API lacks them. */
export type VideoSizes = Record<string, number>

function VideoGrid({ videos }: { videos: readonly VideoItem[] }) {
  const { data: sizes } = usePageAnswer<VideoSizes>(VIDEOS_PATH)
  const shown = useOwnTrackFirst(videos, ({ track }) => track)
  if (videos.length === 0) return <EmptyState>Aucune vidéo gratuite disponible</EmptyState>
  return (
    <>
      <p className={styles.count}>{videoCount(videos.length)}</p>
      <OwnTrackList>
        <CardGrid>
          {shown.map((video) => (
            <VideoCard key={video.id} video={video} size={sizes?.[video.id]} />
          ))}
        </CardGrid>
      </OwnTrackList>
    </>
  )
}

/** '1 vidéo gratuite disponible', '12 vidéos gratuites disponibles'; in French, zero is singular. */
function videoCount(count: number): string {
  const s = count < 2 ? '' : 's'
  return `${count} vidéo${s} gratuite${s} disponible${s}`
}

function VideoCard({ video, size }: { video: VideoItem; size: number | undefined }) {
  const { id, title, description, track, chapter } = video
  const openDocument = useOpenDocument()
  return (
    <div className={styles.frame}>
      <Card track={track} head={<Preview video={video} />}>
        <p className={styles.place}>
          <Badge tone="hue">{track}</Badge> {chapter}
        </p>
        <h2 id={id} className={styles.title}>
          {withFrenchSpaces(title)}
        </h2>
        {description && <p className="note">{description}</p>}
        <button
          type="button"
          className={styles.watch}
          onClick={() => openDocument({ id, title, type: 'video', available: true })}
        >
          Regarder la vidéo <span className="visually-hidden">{title}</span>
        </button>
        {size && <p className="note">{bytesText(size)}</p>}
      </Card>
    </div>
  )
}

function Preview({ video: { thumbnail, track, theme } }: { video: VideoItem }) {
  return (
    <div data-track={track} className={styles.preview}>
      {thumbnail ? (
        <img
          src={thumbnail}
          alt=""
          width={320}
          height={180}
          loading="lazy"
          referrerPolicy="no-referrer"
          className={styles.picture}
        />
      ) : (
        <FigurePanel className={styles.picture}>
          <ThemeFigure theme={theme} />
        </FigurePanel>
      )}
      <span aria-hidden="true" className={styles.play}>
        <Play size={24} aria-hidden="true" />
      </span>
    </div>
  )
}

/** As high for every account, so that nothing moves once it is known. */
function PremiumCall() {
  const isPremium = useAccess() === 'premium'
  return (
    <section className={styles.call} aria-labelledby="premium">
      <div>
        <h2 id="premium">Toutes les corrections en vidéo</h2>
        <p>
          {isPremium
            ? 'Votre compte ouvre chaque sujet de votre filière avec ses corrections.'
            : "Avec Premium, chaque sujet de votre filière s'ouvre avec ses corrections."}
        </p>
      </div>
      {isPremium ? (
        <ButtonLink to="/sujets-bac">Voir les sujets du bac</ButtonLink>
      ) : (
        <ButtonLink to="/premium" Icon={Crown}>
          Découvrir Premium
        </ButtonLink>
      )}
    </section>
  )
}

function ScreenFigure() {
  return (
    <Drawing width={200} height={112}>
      <rect data-fill="soft" x="20" y="8" width="160" height="84" rx="8" />
      <path data-line="thin" d="M40 76V24M36 30l4-6 4 6M36 72h60M90 68l6 4-6 4" />
      <path d="M40 72c8-36 14-36 20 0s12 0 28-22M122 34v32l28-16z" />
      <path data-line="thin" d="M20 104h160" />
      <path d="M20 104h62" />
      <circle data-fill="hue" cx="82" cy="104" r="5" />
    </Drawing>
  )
}
