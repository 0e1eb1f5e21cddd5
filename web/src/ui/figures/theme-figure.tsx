import type { ReactNode } from 'react'
import type { ThemeSlug } from '#shared/catalogue/themes.ts'
import { Drawing } from '../figure-panel.tsx'
import { chemistryFigures } from './chemistry-figures.tsx'
import { physicsFigures } from './physics-figures.tsx'

const figures: Record<ThemeSlug, ReactNode> = { ...physicsFigures, ...chemistryFigures }

/** The drawing by which a student recognises a theme; an empty sheet for a theme that the site does not know. */
export function ThemeFigure({ theme }: { theme: string }) {
  return (
    <Drawing width={200} height={96}>
      {figures[theme as ThemeSlug]}
    </Drawing>
  )
}
