import * as fc from 'fast-check'
import * as v from 'valibot'
import { ProposedExercise } from '../../entities/exercise.ts'
import { RUNS } from '../../test-support/runs.ts'
import { anyText } from '../test-support/any-text.ts'
import { findExercises } from './exercise-headings.ts'

/** Pages are separated by '|', lines by '/' with blanks around. */
const paper = (text: string) => text.split(' | ').map((page) => page.split(' / '))
/** The found exercises as 'number title points page'. */
const found = (text: string) =>
  findExercises(paper(text)).map(({ number, title, points, page }) => `${number} ${title} ${points} ${page}`)

test.each<[heading: string, exercise: string]>([
  ['Exercice 2 : Ondes mécaniques (5 points)', '2 Ondes mécaniques 5'],
  ['EXERCICE III (2.75 points) : Transformations nucléaires', '3 Transformations nucléaires 2.75'],
  ["Exercice 1: Dosage d'un vinaigre - 4,5 pts NS 28F", "1 Dosage d'un vinaigre 4.5"],
  ['\uF0B7 Exercice n°2 – Électricité [5 pts]', '2 Électricité 5'],
  ['EXERCICE N° 3 : RLC (5pts)', '3 RLC 5'],
  ['Exercice n° IV /5 pts', '4  5'],
  ['Ex 5 : Ondes (3 pts)', '5 Ondes 3'],
  ['Exo n°2 - Dipôle RC (06,50 pts)', '2 Dipôle RC 6.5'],
  ['Exercice 4 : RC .......... /5', '4 RC 5'],
  ['Exercice I (07 points) page 2/8', '1  7'],
  ['PREMIER EXERCICE (sur 7 points) : Chimie', '1 Chimie 7'],
  ['E X E R C I C E I I : Ondes ( 2 , 5 p o i n t s )', '2 Ondes 2.5'],
  ['Exercice 3 / Énergie nucléaire / (2 points)', '3 Énergie nucléaire 2'],
  ['EXERCICE 1 / Transformations nucléaires (2,5 points) / 1. Définir.', '1 Transformations nucléaires 2.5'],
  [
    "Exercice 3 : Mouvement d'un solide soumis à / des forces (3 points)",
    "3 Mouvement d'un solide soumis à des forces 3",
  ],
  ['EXERCICE 1 : LE LAIT, UN / ALIMENT QUI NOURRIT (6 points)', '1 LE LAIT, UN ALIMENT QUI NOURRIT 6'],
  ['التمرين 1: تطبيق النووي (3 نقط)', '1 تطبيق النووي 3'],
  ['التمرين الثاني (٢٫٥ نقط)', '2  2.5'],
  ['Exer\u00ADcice 1 : Ondes (2 points ½)', '1 Ondes 2.5'],
  ['Exercice № 2 · RC ( 2 , 5 points )', '2 RC 2.5'],
  ['Exercice 1 de physique (3 points) الصفحة 3/8', '1  3'],
  ['7 pts Exercice 1 : Pile', '1 Pile 7'],
  ['Exercice 1 / Chimie (7 points)', '1 Chimie 7'],
  ['EXERCICE 2 / ONDES / (13 points)', '2 ONDES 13'],
  [
    "Exercice 3 : Dosage acido- / basique d'une onde se / propageant (3 points)",
    "3 Dosage acido-basique d'une onde se propageant 3",
  ],
  ['التّمرين الأوّل (2،5 نقط)', '1  2.5'],
  // A sentence of the text is no title.
  ['Exercice 1 (7 points) : Les acides et les bases / sont des composés importants', '1  7'],
  ['Exercice 2 (3 points) / Le condensateur de capacité C / se décharge.', '2  3'],
  ['Exercice 2 (3 points) / Un solide glisse sur un plan', '2  3'],
  // The mark of a part and the points of a question are none of the exercise.
  ['Chimie (7 points) / I- Dosage', '1  7'],
  ['Exercice 1 : Pile / 1 pt / 1. Définir.', '1 Pile null'],
  // Points that the form refuses, and those of parts, are left open.
  ['Exercice 1 : Ondes (5,3 points)', '1 Ondes null'],
  ['Exercice 1 : Pile (2 pts) et ester (3 pts)', '1 Pile null'],
])('%s', (heading, exercise) => {
  expect(found(heading)).toEqual([`${exercise} 1`])
})

test.each([
  'Les exercices 1 et 2 sont indépendants.',
  'Exercice 2 est indépendant des autres (5 points)',
  'Exercice 2 (suite)',
  'التمرين 2 (تتمة)',
  '(Exercice 2)',
  'exercice 2. On donne g',
  'Exercice 13 : Ondes (5 points)',
  'Physique - Chimie (20 points)',
  'الفيزياء والكيمياء (20 نقطة)',
])('is not a heading: %s', (line) => {
  expect(found(line)).toEqual([])
})

/** A layout, its pages, and the exercises in it. */
const layouts = `
chemistry is a section, physics is numbered, and the list wraps a title
Chimie : Un acide (7 points) / Physique : (13 points) / o Exercice 1 : Noyaux (3 points)
/ o Exercice 2 : Forces (constantes - / variables) (10 points) | Chimie (7 points) : Un acide / L'acide est un solide
| Physique (13 points) / Exercice 1 (3 points) : Noyaux | Exercice 2 (10 points)
= 1 Un acide 7 2, 2 Noyaux 3 3, 3 Forces (constantes - variables) 10 4

a point of the list is the title, and a sentence of the body is none
RS 30F / Le sujet comporte deux exercices / Exercice 1 (17 points) : / - Étude de réactions. / Exercice 2 (3 points) :
/ - Ondes / - Noyaux | 2/8 / Exercice 1 (17 points) / La lumière est composée | Exercice 2 (3 points)
= 1 Étude de réactions 17 2, 2  3 3

sections are numbered themselves, beside parts
Chimie (7points) / - Partie I : Cinétique (2,5pt) / Physique (13points) / Physique1 : (3pts) / - Onde
/ Physique2 : (10pts) | Chimie (7 points) / Partie I | Physique1 : (3pts) | Physique2 : (10pts)
= 1  7 2, 2 Onde 3 3, 3  10 4

the body has no heading of physics
Chimie (7 points) | Exercice 1 (3 points) | Exercice 2 (10 points)
= 1  7 1, 2  3 2, 3  10 3

each section numbers from 1
I- CHIMIE (7 points) / Exercice 1 : Pile (4 points) / Exercice 2 (3 points) / II- PHYSIQUE (13 points) / Exercice 1
= 1 Pile 4 1, 2  3 1, 3  null 1

the list names the exercises otherwise than the body
Exercice 1 : Dosage (7 points) / Exercice 2 : RC (13 points) | Chimie (7 points) | Physique (13 points)
= 1 Dosage 7 2, 2 RC 13 3

physics has subjects, and chemistry parts
Chimie (7 points) / Partie 1 : Pile (7 points) | 2/8 / Physique (13 points) / Ondes (3 points) | MÉCANIQUE (10 points)
= 1  7 1, 2 Ondes 3 2, 3 MÉCANIQUE 10 3

physics has titles without numbers, and chemistry parts with titles
Chimie (7 points) / Dosage d'un acide (7 points) | Physique (13 points) / Physique nucléaire (3 points)
| Exercice : Dipôle RC / (10 points)
= 1  7 1, 2 Physique nucléaire 3 2, 3 Dipôle RC 10 3

two headings are in one row of columns
Exercice 1 : Pile (7 pts) EXERCICE 2 (3 pts) / Une pile | التمرين 3 (4 نقط) التمرين 4 (6 نقط)
= 1 Pile 7 1, 2  3 1, 3  4 2, 4  6 2

a heading ends its page, and the next page has a head
Exercice 1 (7 points) | Session normale / On dose | Exercice 2 / Le radon | 13 points
= 1  7 1, 2  null 3

the exercises are called otherwise
Sujet 1 : Pile (7 points) | Sujet 2 (13 points)
= 1 Pile 7 1, 2  13 2

there are parts only
Partie 1 : Chimie (7 points) | Deuxième partie : RC (13 points)
= 1  7 1, 2 RC 13 2

the points stand at the parts
Exercice 1 / Partie I (3 pts) / Partie II (4 pts) / Exercice 2 (13 pts)
= 1  7 1, 2  13 1

the list and the body differ in points
Exercice 1 (7 pts) / Exercice 2 (13 pts) | Exercice 1 (6 pts) | Exercice 2
= 1  7 2, 2  13 3

a running head comes again
Exercice 1 (7 pts) / Exercice 2 (13 pts) | Exercice 2
= 1  7 1, 2  13 1

an annex repeats a heading, and one exercise is chosen
EXERCICE 1 commun à tous les candidats (15 points) / 1. Lire. | EXERCICE A au choix : Le son (5 points) / On
| EXERCICE B (5 points) | ANNEXE / Exercice 2
= 1  15 1, 2 Le son 5 2, 3  5 3

a line each holds title, subject and points
Exercice 1 / Chimie / Suivi temporel / 7 points / Exercice 2 / RC / 13 points | EXERCICE 1 | EXERCICE 2 / On
= 1 Chimie 7 2, 2 RC 13 3

the body lacks an exercise
Exercice 1 : Pile (7 pts) / Exercice 2 : Ondes (3 pts) / Exercice 3 (10 pts) | Exercice 1 | 2/8 | Exercice 3
= 1 Pile 7 2, 2 Ondes 3 null, 3  10 4

the body is a scan
Le sujet comporte deux exercices / Exercice 1 : Ondes (5 points) / Exercice 2 (15 points) | -
= 1 Ondes 5 null, 2  15 null

the headings are Arabic
الكيمياء (7 نقط) | الفيزياء (13 نقطة) / التمرين 1 : الموجات (3 نقط) / تمرين 2 (10 نقط)
= 1  7 1, 2 الموجات 3 2, 3  10 2`
test.each(
  layouts.split('\n\n').map((layout) => {
    const [name = '', ...lines] = layout.trim().split('\n')
    return [name, ...lines.join(' ').split(' = ')] as [name: string, text: string, exercises: string]
  }),
)('%s', (_, text, exercises) => {
  expect(found(text).join(', ')).toBe(exercises)
})

test.each([
  ['Chimie / a | Physique / Exercice 1 | Exercice 2', [1, 2, 3]],
  ['Corrigé | Exercice 1 / b | Exercice 2 | Exercice 3 | Exercice 1', [2, 3, 4]],
  ["Corrigé de la partie chimie | Correction exercice 1 | Solution de l'exercice n° 2", [1, 2, 3]],
  ['تصحيح الكيمياء | حل التمرين 1 | حل التمرين 2', [1, 2, 3]],
  ['Exercice 2 | Exercice 4', [null, null, null]],
])('finds the exercises of a correction: %s', (correction, pages) => {
  const exercises = findExercises(
    paper('Chimie (7 pts) | Physique (13 pts) / Exercice 1 | Exercice 2'),
    paper(correction),
  )
  expect(exercises.map(({ correctionPage }) => correctionPage)).toEqual(pages)
})

test('returns exercises that the form accepts, for any text', () => {
  const words = fc.constantFrom(
    ...'Exercice | Chimie|Partie|Ondes| : | |(5 points)|20 pts)| 1| IV| A|99'.split('|'),
  )
  const pieces = fc.array(words, { maxLength: 8 }).map((parts) => parts.join(''))
  const pages = fc.array(fc.array(fc.oneof(pieces, anyText(300)), { maxLength: 20 }), { maxLength: 6 })
  fc.assert(
    fc.property(pages, (text) => {
      const exercises = findExercises(text).map((each) => ({ ...each, chapters: [], videoSeconds: null }))
      expect(new Set(exercises.map(({ number }) => number)).size).toBe(exercises.length)
      expect(v.is(v.array(ProposedExercise), exercises)).toBe(true)
    }),
    RUNS,
  )
})

test('reads a longer text in proportion to its length', () => {
  const lines = ['a ', '(1 pt', ' :.- ', '(', 'est '].map((piece) => `Exercice 1 ${piece.repeat(75)}`)
  const milliseconds = (pages: number) => {
    const text = Array.from({ length: pages }, () => Array.from({ length: 100 }, () => lines).flat())
    const start = performance.now()
    findExercises(text)
    return performance.now() - start
  }
  milliseconds(5)
  // A quadratic rule would take a hundred times as long.
  expect(milliseconds(50) / Math.max(milliseconds(5), milliseconds(5))).toBeLessThan(40)
})
