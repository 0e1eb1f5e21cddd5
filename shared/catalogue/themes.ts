import type { TrackCode } from './tracks.ts'

export const THEME_SLUGS = [
  'ondes',
  'nucleaire',
  'electricite',
  'mecanique',
  'transformations-lentes',
  'transformations-limitees',
  'dosage-acide-base',
  'piles',
  'electrolyse',
  'chimie-organique',
] as const
export type ThemeSlug = (typeof THEME_SLUGS)[number]

/** A theme as one track teaches it (spec section 3). */
export type Theme = {
  slug: ThemeSlug
  title: string
  part: 'physique' | 'chimie'
  /** The number on the theme's card. */
  resourceCount: number
  /** Titles in teaching order; a chapter's number in a path starts at 1. */
  chapters: readonly string[]
}

type ThemeDefinition = Omit<Theme, 'resourceCount' | 'chapters'> & {
  counts: Partial<Record<TrackCode, number>>
  /** A chapter for some tracks only names them. */
  chapters: readonly (string | { title: string; tracks: readonly TrackCode[] })[]
}

const SM_PC: readonly TrackCode[] = ['SM', 'PC']

const definitions: readonly ThemeDefinition[] = [
  {
    slug: 'ondes',
    title: 'Ondes',
    part: 'physique',
    counts: { SM: 15, PC: 15, SVT: 12 },
    chapters: [
      'Ondes mécaniques progressives',
      'Ondes mécaniques progressives périodiques',
      "Propagation d'une onde lumineuse",
    ],
  },
  {
    slug: 'nucleaire',
    title: 'Nucléaire',
    part: 'physique',
    counts: { SM: 12, PC: 12, SVT: 10 },
    chapters: ['Décroissance radioactive', 'Noyaux – masse et énergie'],
  },
  {
    slug: 'electricite',
    title: 'Électricité',
    part: 'physique',
    counts: { SM: 25, PC: 20, SVT: 15 },
    chapters: [
      'Dipôle RC',
      'Dipôle RL',
      'Dipôle RLC libre',
      { title: 'RLC forcé', tracks: ['SM'] },
      { title: "Modulation d'amplitude", tracks: SM_PC },
    ],
  },
  {
    slug: 'mecanique',
    title: 'Mécanique',
    part: 'physique',
    counts: { SM: 45, PC: 45, SVT: 30 },
    chapters: [
      'Lois de Newton',
      'Chute verticale',
      'Projectile',
      'Champ magnétique',
      { title: 'Satellites', tracks: SM_PC },
      { title: 'Rotation', tracks: SM_PC },
      'Oscillateurs 1',
      'Oscillateurs 2',
      { title: "L'atome et la mécanique de Newton", tracks: SM_PC },
    ],
  },
  {
    slug: 'transformations-lentes',
    title: 'Transformations Lentes',
    part: 'chimie',
    counts: { SM: 8, PC: 8, SVT: 6 },
    chapters: ["Suivi d'une transformation chimique"],
  },
  {
    slug: 'transformations-limitees',
    title: 'Transformations Limitées',
    part: 'chimie',
    counts: { SM: 18, PC: 18, SVT: 12 },
    chapters: [
      "Taux d'avancement final et Constante d'équilibre",
      'Réactions acide base en solution aqueuses',
    ],
  },
  {
    slug: 'dosage-acide-base',
    title: 'Dosage Acide Base',
    part: 'chimie',
    counts: { SM: 14, PC: 14, SVT: 10 },
    chapters: ['Titrages acido-basiques'],
  },
  {
    slug: 'piles',
    title: 'Piles',
    part: 'chimie',
    counts: { SM: 12, PC: 12, SVT: 8 },
    chapters: ['Piles électrochimiques'],
  },
  {
    slug: 'electrolyse',
    title: 'Électrolyse',
    part: 'chimie',
    counts: { SM: 10, PC: 10 },
    chapters: ['Électrolyse des solutions aqueuses'],
  },
  {
    slug: 'chimie-organique',
    title: 'Chimie Organique',
    part: 'chimie',
    counts: { SM: 16, PC: 16, SVT: 12 },
    chapters: ['Estérification et hydrolyse des esters'],
  },
]

/** The themes of a track in teaching order, with the track's own chapters and count. */
export function listThemes(track: TrackCode): Theme[] {
  return definitions.flatMap(({ counts, chapters, ...theme }) => {
    const resourceCount = counts[track]
    if (resourceCount === undefined) return []
    return [{ ...theme, resourceCount, chapters: chaptersOf(track, chapters) }]
  })
}

/** One theme of a track, or undefined when the track does not teach it. */
export function findTheme(track: TrackCode, slug: string): Theme | undefined {
  return listThemes(track).find((theme) => theme.slug === slug)
}

/** The title of a chapter by its number in the path (1-based), or undefined. */
export function chapterTitle(track: TrackCode, theme: string, number: number): string | undefined {
  return findTheme(track, theme)?.chapters[number - 1]
}

function chaptersOf(track: TrackCode, chapters: ThemeDefinition['chapters']): string[] {
  return chapters.flatMap((chapter) => {
    if (typeof chapter === 'string') return [chapter]
    return chapter.tracks.includes(track) ? [chapter.title] : []
  })
}
