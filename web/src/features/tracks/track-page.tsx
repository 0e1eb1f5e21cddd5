import {
  Atom,
  Battery,
  FlaskConical,
  FlaskRound,
  type LucideIcon,
  Orbit,
  Scale,
  TestTubes,
  Timer,
  Waves,
  Zap,
} from 'lucide-react'
import { Link } from 'react-router-dom'
import { chapterPath, subjectsPath } from '#shared/catalogue/page-path.ts'
import {
  findTrack,
  listThemes,
  type Theme,
  type ThemeSlug,
  type TrackCode,
} from '#shared/catalogue/tracks.ts'
import { optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import { useAnchoredPlace } from '#web/lib/use-anchored-place.ts'
import { SignedIn } from '#web/ui/account-view.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/card.tsx'
import { FigurePanel, Page } from '#web/ui/page.tsx'
import { ThemeFigure } from '#web/ui/theme-figure.tsx'
import styles from './track-page.module.css'

// Loaded apart from the page, because visitors do not need it.
const ThemeProgress = optionalComponent(async () => (await import('./track-progress.tsx')).ThemeProgress)
const ChapterCount = optionalComponent(async () => (await import('./track-progress.tsx')).ChapterCount)

const parts: { part: Theme['part']; title: string }[] = [
  { part: 'physique', title: 'Partie Physique' },
  { part: 'chimie', title: 'Partie Chimie' },
]

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
          <p>Les sujets complets de l'examen national, année par année&nbsp;:</p>
          <ButtonLink to={subjectsPath(track)} variant="secondary">
            Sujets {label}
          </ButtonLink>
        </div>
      </Page>
    </div>
  )
}

function ThemeCard({ theme, track }: { theme: Theme; track: TrackCode }) {
  const { slug, title, resourceCount, chapters } = theme
  const Icon = icons[slug]
  return (
    <li className={styles.card}>
      <div className={styles.figure}>
        <FigurePanel className={styles.drawing}>
          <ThemeFigure theme={slug} />
        </FigurePanel>
        <SignedIn>
          <ThemeProgress track={track} theme={theme} />
        </SignedIn>
      </div>
      <div className={styles.body}>
        <div className={styles.head}>
          <span className={styles.icon}>
            <Icon size={24} aria-hidden="true" />
          </span>
          <h3 id={slug}>{title}</h3>
          <p className={styles.count}>{resourceCount} ressources</p>
        </div>
        <ol className={styles.chapters}>
          {chapters.map((chapter, index) => (
            <li key={chapter}>
              <Link to={chapterPath(track, slug, index + 1)} className={styles.chapter}>
                <span aria-hidden="true" className={styles.number}>
                  {index + 1}
                </span>
                {chapter}
                <SignedIn className={styles.marks}>
                  <ChapterCount chapter={{ track, theme: slug, chapter: index + 1 }} />
                </SignedIn>
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </li>
  )
}

const icons: Record<ThemeSlug, LucideIcon> = {
  ondes: Waves,
  nucleaire: Atom,
  electricite: Zap,
  mecanique: Orbit,
  'transformations-lentes': Timer,
  'transformations-limitees': Scale,
  'dosage-acide-base': TestTubes,
  piles: Battery,
  electrolyse: FlaskConical,
  'chimie-organique': FlaskRound,
}
