import type { themeDefinitions } from '../../catalogue/curriculum.ts'
import { chapterTitle, listThemes, type TrackCode } from '../../catalogue/tracks.ts'
import type { Exercise } from '../../entities/exercise.ts'
import { validationMessages as texts } from '../../entities/fields.ts'
import type { FieldFault } from '../domain-error.ts'
import { foldText } from '../fold-text.ts'

/** A word in the title weighs more than one in the questions. */
const TITLE_WEIGHT = 6
const COUNTED_AT_MOST = 3
/** Reached by one word in the title, or by several in the questions. */
const LEAST_SCORE = 4
const CHAPTERS_AT_MOST = 3

/** By the catalogue's words in the title and the questions of an exercise, the most probable chapter first. */
export function findChapters(track: TrackCode, title: string, questions: string): Exercise['chapters'] {
  const [inTitle, inQuestions] = [foldWords(title), foldWords(questions)]
  const found = listThemes(track).flatMap(({ slug, chapters }) =>
    chapters.map((chapter, index) => ({
      chapter: { theme: slug, chapter: index + 1 },
      score: score([foldWords(chapter).trim(), ...wordsOf(chapter)], inTitle, inQuestions),
    })),
  )
  const best = Math.max(...found.map(({ score: each }) => each))
  return found
    .filter(({ score: each }) => each >= LEAST_SCORE && each >= best / 2)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, CHAPTERS_AT_MOST)
    .map(({ chapter }) => chapter)
}

type Chapter = (typeof themeDefinitions)[number]['chapters'][number]

/** Folded words that show that an exercise is about a chapter, besides the chapter's own title, by commas. */
export const chapterWords: Record<Chapter, string> = {
  'Ondes mécaniques progressives':
    'onde mecanique, ondes mecaniques, celerite, retard temporel, corde, ondes ultrasonores, ondes sonores',
  'Ondes mécaniques progressives périodiques':
    'onde progressive sinusoidale, onde progressive periodique, cuve a ondes, surface de l eau, propagation des ondes, ondes ultrasonores, stroboscope',
  "Propagation d'une onde lumineuse":
    'onde lumineuse, ondes lumineuses, laser, diffraction de la lumiere, tache centrale, prisme, propagation des ondes',
  'Décroissance radioactive':
    'radioactive, radioactivite, desintegration, demi vie, transformations nucleaires, datation',
  'Noyaux – masse et énergie':
    'energie de liaison, fission, fusion nucleaire, defaut de masse, reactions nucleaires, energie nucleaire',
  'Dipôle RC': 'dipole rc, circuit rc, condensateur, echelon de tension',
  'Dipôle RL': 'dipole rl, circuit rl, bobine, etablissement du courant',
  'Dipôle RLC libre':
    'rlc libre, oscillations libres, circuit rlc, decharge d un condensateur dans une bobine, circuit lc',
  'RLC forcé': 'oscillations forcees, rlc force, resonance, impedance, rlc serie en regime sinusoidal',
  "Modulation d'amplitude": 'modulation, demodulation, porteuse, antenne, onde modulee',
  'Lois de Newton': 'lois de newton, deuxieme loi de newton, plan incline, mouvement d un solide',
  'Chute verticale': 'chute verticale, chute libre, frottement fluide, vitesse limite, methode d euler',
  Projectile: 'projectile, champ de pesanteur, portee, parabolique, angle de tir',
  'Champ magnétique': 'champ magnetique, particule chargee, force de lorentz, spectrographe, cyclotron',
  Satellites: 'satellite, planete, kepler, gravitation universelle, geostationnaire',
  Rotation: 'mouvement de rotation, moment d inertie, poulie, acceleration angulaire',
  'Oscillateurs 1':
    'pendule elastique, oscillateur mecanique, ressort, oscillations mecaniques, solide ressort',
  'Oscillateurs 2': 'pendule de torsion, pendule pesant, pendule simple, energie mecanique',
  "L'atome et la mécanique de Newton": 'niveaux d energie, atome d hydrogene, photon, spectre d emission',
  "Suivi d'une transformation chimique":
    'suivi temporel, cinetique, vitesse volumique, temps de demi reaction, transformation lente, catalyseur',
  "Taux d'avancement final et Constante d'équilibre":
    'taux d avancement final, constante d equilibre, quotient de reaction, avancement final',
  'Réactions acide base en solution aqueuses':
    'reaction acide base, constante d acidite, acide ethanoique, solution acide, solution d acide, ammoniac, produit ionique',
  'Titrages acido-basiques': 'dosage, titrage, equivalence, indicateur colore, solution titrante',
  'Piles électrochimiques': 'pile, pont salin, cathode, anode, force electromotrice',
  'Électrolyse des solutions aqueuses': 'electrolyse, electrolyseur, transformation forcee, galvanoplastie',
  'Estérification et hydrolyse des esters':
    'ester, esterification, hydrolyse, saponification, alcool, anhydride',
}

function wordsOf(chapter: string): readonly string[] {
  return (chapterWords as Record<string, string>)[chapter]?.split(', ') ?? []
}

function score(words: readonly string[], title: string, questions: string): number {
  return words
    .map(
      (word) =>
        TITLE_WEIGHT * Number(count(title, word) > 0) + Math.min(COUNTED_AT_MOST, count(questions, word)),
    )
    .reduce((sum, each) => sum + each, 0)
}

/** In singular or plural. */
function count(text: string, word: string): number {
  return text.split(` ${word} `).length - 1 + (text.split(` ${word}s `).length - 1)
}

/** Returns the words of a text, each between blanks: ' suivi temporel d une reaction '. */
function foldWords(text: string): string {
  const words = foldText(text).match(/[a-z0-9]+/g)
  return ` ${(words ?? []).join(' ')} `
}

export function untaughtChapters(
  { track }: { track: TrackCode },
  exercises: readonly Exercise[],
): FieldFault[] {
  return exercises.flatMap(({ chapters }, index) =>
    chapters.flatMap(({ theme, chapter }, place) =>
      chapterTitle(track, theme, chapter) === undefined
        ? [{ path: `exercises.${index}.chapters.${place}`, message: texts.chapter }]
        : [],
    ),
  )
}
