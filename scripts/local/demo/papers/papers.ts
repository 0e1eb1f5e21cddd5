import { type ThemeSlug, tracks } from '#shared/catalogue/tracks.ts'
import { readExercise } from './exercises.ts'
import type { Block } from './layout.ts'

/** Its parts are texts of `exercises.txt`; a single part gives its title. */
type ExamExercise = { points: number; parts: readonly string[]; title?: string }

type Exam = { coefficient: number; exercises: readonly ExamExercise[] }

const WAVES = 'Ondes ultrasonores et lumineuses'

export const exams: readonly Exam[] = [
  {
    coefficient: 7,
    exercises: [
      { points: 7, parts: ['vinaigre', 'pile'], title: "Dosage d'un vinaigre et pile zinc-cuivre" },
      { points: 3, parts: ['ultrasons', 'diffraction'], title: WAVES },
      { points: 5, parts: ['rc', 'rlc'], title: 'Dipôle RC et oscillations libres' },
      { points: 5, parts: ['projectile', 'satellite'], title: 'Projectile et satellite' },
    ],
  },
  {
    coefficient: 7,
    exercises: [
      { points: 7, parts: ['acide', 'lait'], title: 'Acide éthanoïque et acide lactique' },
      { points: 3, parts: ['cuve'] },
      { points: 5, parts: ['rl', 'rlc'], title: 'Dipôle RL et oscillations libres' },
      { points: 5, parts: ['skieur', 'pendule'], title: 'Skieur et pendule élastique' },
    ],
  },
  {
    coefficient: 5,
    exercises: [
      { points: 7, parts: ['ester', 'cinetique'], title: "Préparation d'un ester et suivi d'une réaction" },
      { points: 3, parts: ['iode'] },
      { points: 5, parts: ['rc'] },
      { points: 5, parts: ['chute'] },
    ],
  },
]

type Series = { title: string; themes: readonly ThemeSlug[]; parts: readonly string[] }

export const series: readonly Series[] = [
  {
    title: 'ondes et noyaux',
    themes: ['ondes', 'nucleaire'],
    parts: ['cuve', 'ultrasons', 'diffraction', 'iode', 'fusion'],
  },
  { title: 'électricité', themes: ['electricite'], parts: ['rc', 'rl', 'rlc', 'modulation'] },
  {
    title: 'mécanique',
    themes: ['mecanique'],
    parts: ['skieur', 'chute', 'projectile', 'satellite', 'pendule'],
  },
  {
    title: 'réactions et équilibres',
    themes: ['transformations-lentes', 'transformations-limitees', 'dosage-acide-base'],
    parts: ['cinetique', 'acide', 'vinaigre', 'lait'],
  },
  {
    title: 'piles, électrolyse et esters',
    themes: ['piles', 'electrolyse', 'chimie-organique'],
    parts: ['pile', 'electrolyse', 'ester'],
  },
]

export const LONG_PAPER_TITLE = "Polycopié : exercices de toute l'année"

/** The ways to make a PDF; a scan and one with whole fonts are heavy. */
type Make = 'light' | 'scan' | 'whole fonts'

export type Paper = { name: string; make: Make; title: string; blocks: () => Block[] }

export const papers: readonly Paper[] = [
  ...exams.flatMap((exam, index) => [
    examPaper(`paper-${index + 1}`, 'light', exam),
    examPaper(`correction-${index + 1}`, 'light', exam),
    examPaper(`heavy-paper-${index + 1}`, index === 0 ? 'scan' : 'whole fonts', exam),
  ]),
  ...series.flatMap((each, index) => [
    seriesPaper(`series-${index + 1}`, 'statement', each),
    seriesPaper(`series-correction-${index + 1}`, 'correction', each),
  ]),
  longPaper(),
]

function examPaper(name: string, make: Make, { coefficient, exercises }: Exam): Paper {
  const index = Number(name.at(-1)) - 1
  const { label = '', examMinutes = 0 } = tracks[index] ?? {}
  const part = name.startsWith('correction') ? 'correction' : 'statement'
  const title = `${part === 'correction' ? 'Corrigé : ' : ''}Examen national du baccalauréat`
  const duration = `Durée : ${examMinutes / 60} h - Coefficient : ${coefficient}`
  return {
    name,
    make,
    title,
    blocks: () => [
      { kind: 'title', text: title },
      { kind: 'subtitle', text: `Physique-Chimie - Filière : ${label}` },
      { kind: 'subtitle', text: duration },
      ...(part === 'statement' ? [RULE] : []),
      ...exercises.flatMap((exercise, place) =>
        examExercise(place + 1, exercise, { part, isSpread: make === 'scan' }),
      ),
    ],
  }
}

export function titleOf({ title, parts }: Pick<ExamExercise, 'title' | 'parts'>): string {
  return title ?? readExercise(parts[0] ?? '').title
}

type Place = { part: 'statement' | 'correction'; isSpread?: boolean }

/** @param isSpread whether each part begins a page */
function examExercise(number: number, exercise: ExamExercise, { part, isSpread = false }: Place): Block[] {
  const { parts, points } = exercise
  const heading: Block = {
    kind: 'heading',
    text: `Exercice ${number} : ${titleOf(exercise)} (${points} points)`,
  }
  return parts.flatMap((name, index): Block[] => {
    const text = readExercise(name)
    const begin: Block[] = isSpread && number + index > 1 ? [{ kind: 'new page' }] : []
    const numeral = 'I'.repeat(index + 1)
    const title: Block[] =
      parts.length > 1 ? [{ kind: 'part', text: `Partie ${numeral} – ${text.title}` }] : []
    return [...begin, ...(index === 0 ? [heading] : []), ...title, ...text[part]]
  })
}

const RULE: Block = {
  kind: 'subtitle',
  text: "L'usage de la calculatrice scientifique non programmable est autorisé.",
}
const LEVEL: Block = { kind: 'subtitle', text: 'Physique-Chimie - Deuxième année du baccalauréat' }

function seriesPaper(name: string, part: Place['part'], { title, parts }: Series): Paper {
  const whole = `${part === 'correction' ? 'Corrigé de la série' : 'Série'} : ${title}`
  return {
    name,
    make: 'light',
    title: whole,
    blocks: () => [
      { kind: 'title', text: whole },
      LEVEL,
      ...parts.flatMap((each, index): Block[] => {
        const text = readExercise(each)
        return [{ kind: 'heading', text: `Exercice ${index + 1} : ${text.title}` }, ...text[part]]
      }),
    ],
  }
}

/** A course pack: for twenty exercises the statement, a page to write on, and the correction. */
function longPaper(): Paper {
  const names = series.flatMap(({ parts }) => parts).slice(0, 20)
  return {
    name: 'long-paper',
    make: 'light',
    title: LONG_PAPER_TITLE,
    blocks: () =>
      names.flatMap((name, index): Block[] => {
        const { title, statement, correction } = readExercise(name)
        const exercise = `exercice ${index + 1}`
        return [
          ...(index === 0
            ? ([{ kind: 'title', text: LONG_PAPER_TITLE }, LEVEL] as const)
            : [{ kind: 'new page' } as const]),
          { kind: 'heading', text: `E${exercise.slice(1)} : ${title}` },
          ...statement,
          { kind: 'new page' },
          { kind: 'part', text: `Ma réponse à l'${exercise}` },
          { kind: 'new page' },
          { kind: 'part', text: `Corrigé de l'${exercise}` },
          ...correction,
        ]
      }),
  }
}
