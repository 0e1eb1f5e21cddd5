import { useQuery } from '@tanstack/react-query'
import { PlayCircle } from 'lucide-react'
import type { VideoItem } from '#shared/contract/catalogue.ts'
import { networkTexts } from '#web/lib/api/failure.ts'
import { useOpenDocument } from '#web/lib/documents/open-document.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card, CardGrid } from '#web/ui/card.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { videosQuery } from './requests/fetch-videos.ts'

/** The free videos, open to everyone. */
export function VideosPage() {
  const videos = useQuery(videosQuery)
  const isOnline = useOnline()
  return (
    <Page title="Vidéos Gratuites" intro="Des cours et des corrections en vidéo, ouverts à tous.">
      <div>
        <ButtonLink to="/premium">Découvrir Premium</ButtonLink>
      </div>
      {!isOnline && !videos.data ? (
        <OfflineBox />
      ) : (
        <Loadable of={videos} error="Erreur lors du chargement des ressources">
          {(items) => <VideoGrid videos={items} />}
        </Loadable>
      )}
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
  if (videos.length === 0) return <p>Aucune vidéo gratuite disponible</p>
  return (
    <>
      <p>{videos.length} vidéo(s) gratuite(s) disponible(s)</p>
      <CardGrid>
        {videos.map((video) => (
          <VideoCard key={video.id} video={video} />
        ))}
      </CardGrid>
    </>
  )
}

function VideoCard({ video: { id, title, description, track, chapter } }: { video: VideoItem }) {
  const openDocument = useOpenDocument()
  return (
    <Card track={track}>
      <div>
        <Badge tone="hue">{track}</Badge>
      </div>
      <h2>{title}</h2>
      <p>{description || chapter}</p>
      <Button variant="secondary" onClick={() => openDocument({ id, title, type: 'video', available: true })}>
        <PlayCircle size={18} aria-hidden="true" />
        Regarder la vidéo
      </Button>
    </Card>
  )
}
