import { type Theme, themesOf } from '#shared/catalogue/themes.ts'
import { type TrackCode, trackOf } from '#shared/catalogue/tracks.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CardGrid } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { ThemeCard } from './theme-card.tsx'

const parts: { part: Theme['part']; title: string }[] = [
  { part: 'physique', title: 'Physique' },
  { part: 'chimie', title: 'Chimie' },
]

/** The themes of a track and their chapters. */
export function TrackPage({ track }: { track: TrackCode }) {
  const { label, slug } = trackOf(track)
  const themes = themesOf(track)
  return (
    <div data-track={track}>
      <Page
        title={label}
        eyebrow={<Badge tone="hue">Filière {track}</Badge>}
        intro="Choisissez un chapitre pour retrouver ses énoncés et ses corrections."
      >
        {parts.map(({ part, title }) => (
          <Stack key={part}>
            <h2>{title}</h2>
            <CardGrid>
              {themes
                .filter((theme) => theme.part === part)
                .map((theme) => (
                  <ThemeCard key={theme.slug} theme={theme} trackSlug={slug} track={track} />
                ))}
            </CardGrid>
          </Stack>
        ))}
      </Page>
    </div>
  )
}
