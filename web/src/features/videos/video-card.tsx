import { Play } from 'lucide-react'
import type { VideoItem } from '#shared/entities/resource.ts'
import { useOpenDocument } from '#web/lib/documents/open-document.ts'
import { withFrenchSpaces } from '#web/lib/french-spaces.ts'
import { Badge, Card } from '#web/ui/card.tsx'
import { FigurePanel } from '#web/ui/figure-panel.tsx'
import { ThemeFigure } from '#web/ui/theme-figure.tsx'
import styles from './video-card.module.css'

/** A free video; the whole card opens it. */
export function VideoCard({ video }: { video: VideoItem }) {
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
        {description && <p className={styles.text}>{description}</p>}
        <button
          type="button"
          className={styles.watch}
          onClick={() => openDocument({ id, title, type: 'video', available: true })}
        >
          Regarder la vidéo <span className="visually-hidden">{title}</span>
        </button>
      </Card>
    </div>
  )
}

/** The video's picture, or its theme's drawing. */
function Preview({ video: { thumbnail, track, theme } }: { video: VideoItem }) {
  return (
    <div data-track={track} className={styles.preview}>
      {thumbnail ? (
        <img src={thumbnail} alt="" width={320} height={180} loading="lazy" className={styles.picture} />
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
