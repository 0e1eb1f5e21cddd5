import { useQuery } from '@tanstack/react-query'
import { Crown } from 'lucide-react'
import type { VideoItem } from '#shared/entities/resource.ts'
import { networkTexts } from '#web/lib/api/failure.ts'
import { videosQuery } from '#web/lib/requests/fetch-videos.ts'
import { useAnchoredPlace } from '#web/lib/use-anchored-place.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CardGrid } from '#web/ui/card.tsx'
import { EmptyState, Loadable, Skeleton } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { ScreenFigure } from './screen-figure.tsx'
import { VideoCard } from './video-card.tsx'
import { videoCount } from './video-count.ts'
import styles from './videos-page.module.css'

/** The free videos, open to everyone. */
export function VideosPage() {
  const videos = useQuery(videosQuery)
  useAnchoredPlace(videos.data !== undefined)
  const isOnline = useOnline()
  return (
    <Page
      title="Vidéos Gratuites"
      intro="Des cours et des corrections en vidéo, ouverts à tous."
      figure={<ScreenFigure />}
    >
      {!isOnline && !videos.data ? (
        <OfflineBox />
      ) : (
        <Loadable
          of={videos}
          error="Erreur lors du chargement des ressources"
          waiting={<Skeleton shape="cards" count={6} />}
        >
          {(items) => <VideoGrid videos={items} />}
        </Loadable>
      )}
      {!videos.isPending && <PremiumCall />}
    </Page>
  )
}

function OfflineBox() {
  return (
    <Alert kind="error">
      <p>{networkTexts.offline}</p>
      <Button variant="secondary" onClick={() => window.location.reload()}>
        Réessayer
      </Button>
    </Alert>
  )
}

function VideoGrid({ videos }: { videos: readonly VideoItem[] }) {
  if (videos.length === 0) return <EmptyState>Aucune vidéo gratuite disponible</EmptyState>
  return (
    <>
      <p className={styles.count}>{videoCount(videos.length)}</p>
      <CardGrid>
        {videos.map((video) => (
          <VideoCard key={video.id} video={video} />
        ))}
      </CardGrid>
    </>
  )
}

function PremiumCall() {
  return (
    <section className={styles.call} aria-labelledby="premium">
      <div>
        <h2 id="premium">Toutes les corrections en vidéo</h2>
        <p>Avec Premium, chaque sujet de votre filière s'ouvre avec ses corrections.</p>
      </div>
      <ButtonLink to="/premium">
        <Crown size={18} aria-hidden="true" />
        Découvrir Premium
      </ButtonLink>
    </section>
  )
}
