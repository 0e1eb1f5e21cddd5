import { listThemes, type ThemeSlug } from '#shared/catalogue/themes.ts'
import { TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import type { ManagedExercise } from '#shared/entities/exercise.ts'

type Entry = Pick<ManagedExercise, 'hints' | 'answer'> & {
  title: string
  points: number
  chapters: readonly (readonly [theme: ThemeSlug, title: string])[]
  page: number
  correctionPage: number
}

const CIRCUIT = "Réponse d'un dipôle RC à un échelon de tension"
const THROW = "Mouvement d'un projectile dans le champ de pesanteur"
const WAVES = [
  ['ondes', 'Ondes mécaniques progressives périodiques'],
  ['ondes', "Propagation d'une onde lumineuse"],
] as const
const DECAY = [['nucleaire', 'Décroissance radioactive']] as const
const RC = [['electricite', 'Dipôle RC']] as const
const PROJECTILE = [['mecanique', 'Projectile']] as const

/** Exercises of the demo papers, in the order of the templates `paper-1.pdf` to `paper-3.pdf`. */
const templates: readonly (readonly Entry[])[] = [
  [
    {
      title: "Dosage acido-basique d'un vinaigre",
      points: 5,
      chapters: [['dosage-acide-base', 'Titrages acido-basiques']],
      page: 1,
      correctionPage: 1,
      hints: [
        "À l'équivalence, les réactifs sont dans les proportions de l'équation du dosage.",
        'Écrivez Ca·Va = Cb·Vbe, puis isolez Ca.',
      ],
      answer: { kind: 'number', value: 0.1, unit: 'mol/L', tolerance: 5 },
    },
    {
      title: 'Propagation des ondes',
      points: 3,
      chapters: WAVES,
      page: 1,
      correctionPage: 1,
      hints: ['Une onde qui traverse une fente de même ordre que sa longueur est diffractée.'],
      answer: {
        kind: 'choice',
        choices: ['La réfraction', 'La diffraction', 'La dispersion'],
        right: 1,
      },
    },
    { title: 'Décroissance radioactive', points: 2.5, chapters: DECAY, page: 2, correctionPage: 2 },
    { title: CIRCUIT, points: 4.5, chapters: RC, page: 2, correctionPage: 2 },
    { title: THROW, points: 5, chapters: PROJECTILE, page: 2, correctionPage: 3 },
  ],
  [
    {
      title: "Étude d'une solution d'acide éthanoïque",
      points: 4,
      chapters: [
        ['transformations-limitees', "Taux d'avancement final et Constante d'équilibre"],
        ['transformations-limitees', 'Réactions acide base en solution aqueuses'],
      ],
      page: 1,
      correctionPage: 1,
    },
    {
      title: 'Étude de la pile cuivre-aluminium',
      points: 3,
      chapters: [['piles', 'Piles électrochimiques']],
      page: 1,
      correctionPage: 1,
    },
    { title: 'Propagation des ondes', points: 3, chapters: WAVES, page: 1, correctionPage: 2 },
    { title: CIRCUIT, points: 5, chapters: RC, page: 2, correctionPage: 2 },
    { title: THROW, points: 5, chapters: PROJECTILE, page: 2, correctionPage: 3 },
  ],
  [
    {
      title: "Préparation d'un ester",
      points: 4,
      chapters: [['chimie-organique', 'Estérification et hydrolyse des esters']],
      page: 1,
      correctionPage: 1,
    },
    {
      title: "Suivi temporel d'une transformation chimique",
      points: 4,
      chapters: [['transformations-lentes', "Suivi d'une transformation chimique"]],
      page: 1,
      correctionPage: 1,
    },
    { title: 'Décroissance radioactive', points: 3, chapters: DECAY, page: 1, correctionPage: 2 },
    { title: CIRCUIT, points: 4.5, chapters: RC, page: 2, correctionPage: 2 },
    { title: THROW, points: 4.5, chapters: PROJECTILE, page: 2, correctionPage: 3 },
  ],
]

/**
 * Lists the exercises of a track's demo papers, or none where the track does not teach all of them. Places in documents
 * that a paper lacks are null.
 */
export function demoExercises(
  track: TrackCode,
  { hasCorrection, hasVideo }: { hasCorrection: boolean; hasVideo: boolean },
): ManagedExercise[] {
  const entries = templates[TRACK_CODES.indexOf(track) % templates.length] ?? []
  const exercises = entries.map(({ chapters, correctionPage, ...entry }, index) => ({
    ...entry,
    number: index + 1,
    chapters: chapters.flatMap((chapter) => numberOf(track, ...chapter)),
    correctionPage: hasCorrection ? correctionPage : null,
    // The film of every demo video lasts six seconds.
    videoSeconds: hasVideo ? index : null,
  }))
  return exercises.every(({ chapters }) => chapters.length > 0) ? exercises : []
}

function numberOf(track: TrackCode, theme: ThemeSlug, title: string): ManagedExercise['chapters'] {
  const chapters = listThemes(track).find(({ slug }) => slug === theme)?.chapters ?? []
  const chapter = chapters.indexOf(title) + 1
  return chapter > 0 ? [{ theme, chapter }] : []
}
