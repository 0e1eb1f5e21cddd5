export type ThemeDefinition = {
  slug: string
  title: string
  part: 'physique' | 'chimie'
  /** Titles of the chapters. A chapter's number in a path begins at 1. */
  chapters: readonly string[]
}

export const themeDefinitions = [
  {
    slug: 'ondes',
    title: 'Ondes',
    part: 'physique',
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
    chapters: ['Décroissance radioactive', 'Noyaux – masse et énergie'],
  },
  {
    slug: 'electricite',
    title: 'Électricité',
    part: 'physique',
    chapters: ['Dipôle RC', 'Dipôle RL', 'Dipôle RLC libre', 'RLC forcé', "Modulation d'amplitude"],
  },
  {
    slug: 'mecanique',
    title: 'Mécanique',
    part: 'physique',
    chapters: [
      'Lois de Newton',
      'Chute verticale',
      'Projectile',
      'Champ magnétique',
      'Satellites',
      'Rotation',
      'Oscillateurs 1',
      'Oscillateurs 2',
      "L'atome et la mécanique de Newton",
    ],
  },
  {
    slug: 'transformations-lentes',
    title: 'Transformations Lentes',
    part: 'chimie',
    chapters: ["Suivi d'une transformation chimique"],
  },
  {
    slug: 'transformations-limitees',
    title: 'Transformations Limitées',
    part: 'chimie',
    chapters: [
      "Taux d'avancement final et Constante d'équilibre",
      'Réactions acide base en solution aqueuses',
    ],
  },
  {
    slug: 'dosage-acide-base',
    title: 'Dosage Acide Base',
    part: 'chimie',
    chapters: ['Titrages acido-basiques'],
  },
  { slug: 'piles', title: 'Piles', part: 'chimie', chapters: ['Piles électrochimiques'] },
  {
    slug: 'electrolyse',
    title: 'Électrolyse',
    part: 'chimie',
    chapters: ['Électrolyse des solutions aqueuses'],
  },
  {
    slug: 'chimie-organique',
    title: 'Chimie Organique',
    part: 'chimie',
    chapters: ['Estérification et hydrolyse des esters'],
  },
] as const satisfies readonly ThemeDefinition[]

type Slug = (typeof themeDefinitions)[number]['slug']
type Chapter = (typeof themeDefinitions)[number]['chapters'][number]

type TaughtTheme = { resourceCount: number; without?: readonly Chapter[] }

/** A colour of text, and its light background in badges; both as #rrggbb. */
type Hue = { text: string; soft: string }

export type TrackDefinition = {
  code: string
  slug: string
  label: string
  pitch: string
  /** Names that students use for the track, besides its label. */
  searchWords: string
  hue: { light: Hue; dark: Hue }
  /** Length of the national examination in minutes. A mock examination has the same until the owner changes it. */
  examMinutes: number
  figures: { card: 'circuit' | 'diffraction' | 'titration'; page: Slug }
  themes: Partial<Record<Slug, TaughtTheme>>
}

/** The themes that both tracks of mathematics and physics teach alike. */
const scienceThemes = {
  ondes: { resourceCount: 15 },
  nucleaire: { resourceCount: 12 },
  mecanique: { resourceCount: 45 },
  'transformations-lentes': { resourceCount: 8 },
  'transformations-limitees': { resourceCount: 18 },
  'dosage-acide-base': { resourceCount: 14 },
  piles: { resourceCount: 12 },
  electrolyse: { resourceCount: 10 },
  'chimie-organique': { resourceCount: 16 },
}

export const trackDefinitions = [
  {
    code: 'SM',
    slug: 'science-math',
    label: 'Science Math',
    pitch: 'Le programme complet des sciences mathématiques, de la mécanique au dipôle RLC forcé.',
    searchWords: 'sm sciences maths mathématiques',
    hue: { light: { text: '#4338ca', soft: '#ebeaff' }, dark: { text: '#b9b3ff', soft: '#2a2860' } },
    examMinutes: 240,
    figures: { card: 'circuit', page: 'mecanique' },
    themes: { ...scienceThemes, electricite: { resourceCount: 25 } },
  },
  {
    code: 'PC',
    slug: 'science-physique',
    label: 'Science Physique',
    pitch: 'Toute la physique et toute la chimie de la filière, chapitre par chapitre.',
    searchWords: 'pc sciences physiques',
    hue: { light: { text: '#a8400b', soft: '#ffeee1' }, dark: { text: '#ffb482', soft: '#46260f' } },
    examMinutes: 180,
    figures: { card: 'diffraction', page: 'mecanique' },
    themes: { ...scienceThemes, electricite: { resourceCount: 20, without: ['RLC forcé'] } },
  },
  {
    code: 'SVT',
    slug: 'svt',
    label: 'SVT',
    pitch: "L'essentiel de la physique-chimie pour l'examen national de la filière SVT.",
    searchWords: 'svt sciences de la vie et de la terre',
    hue: { light: { text: '#0f6a3c', soft: '#dff4e8' }, dark: { text: '#7fd9a6', soft: '#12391f' } },
    examMinutes: 180,
    figures: { card: 'titration', page: 'nucleaire' },
    themes: {
      ondes: { resourceCount: 12 },
      nucleaire: { resourceCount: 10 },
      electricite: { resourceCount: 15, without: ['RLC forcé', "Modulation d'amplitude"] },
      mecanique: {
        resourceCount: 30,
        without: ['Satellites', 'Rotation', "L'atome et la mécanique de Newton"],
      },
      'transformations-lentes': { resourceCount: 6 },
      'transformations-limitees': { resourceCount: 12 },
      'dosage-acide-base': { resourceCount: 10 },
      piles: { resourceCount: 8 },
      'chimie-organique': { resourceCount: 12 },
    },
  },
] as const satisfies readonly TrackDefinition[]
