import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { listThemes, type Theme } from '#shared/catalogue/themes.ts'
import { findTrack, type TrackCode } from '#shared/catalogue/tracks.ts'
import { useAnchoredPlace } from '#web/lib/use-anchored-place.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { ThemeFigure } from '#web/ui/theme-figure.tsx'
import { ThemeCard } from './theme-card.tsx'
import styles from './track-page.module.css'

const parts: { part: Theme['part']; title: string }[] = [
  { part: 'physique', title: 'Partie Physique' },
  { part: 'chimie', title: 'Partie Chimie' },
]

/** The themes of a track and their chapters. */
export function TrackPage({ track }: { track: TrackCode }) {
  const { label, figures } = findTrack(track)
  const themes = listThemes(track)
  useAnchoredPlace()
  return (
    <div data-track={track}>
      <Page
        title={label}
        eyebrow={<Badge tone="hue">Filière {track}</Badge>}
        intro="Choisissez un chapitre pour retrouver ses énoncés et ses corrections."
        figure={<ThemeFigure theme={figures.page} />}
      >
        {parts.map(({ part, title }) => (
          <section key={part} aria-labelledby={part} className={styles.part}>
            <h2 id={part} className={styles.title}>
              {title}
            </h2>
            <ul className={styles.themes}>
              {themes
                .filter((theme) => theme.part === part)
                .map((theme) => (
                  <ThemeCard key={theme.slug} theme={theme} track={track} />
                ))}
            </ul>
          </section>
        ))}
        <div className={styles.subjects}>
          <p>Les sujets complets de l'examen national, année par année :</p>
          <ButtonLink to={subjectsPath(track)} variant="secondary">
            Sujets {label}
          </ButtonLink>
        </div>
      </Page>
    </div>
  )
}
