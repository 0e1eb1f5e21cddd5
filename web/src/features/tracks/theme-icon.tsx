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
import type { ThemeSlug } from '#shared/catalogue/themes.ts'

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

export function ThemeIcon({ theme }: { theme: ThemeSlug }) {
  const Icon = icons[theme]
  return <Icon size={24} aria-hidden="true" />
}
