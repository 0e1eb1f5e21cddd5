import { subjectId } from '#shared/catalogue/subjects.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { FoundExercise } from '#shared/contract/published-content.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { readStatement, tellingWords } from '#shared/domain/practice/statement-words.ts'
import { SubjectItem } from '#shared/entities/subject.ts'

/** Statements by the number of their track, year and session, line by line; an empty line separates pages. */
const TEXTS: Record<string, string> = {
  '1 2023 Normale': `
Exercice 1 : Chimie (7 points)
Partie 1 : Dosage de l'aspirine
L'acide acétylsalicylique, principe actif de l'aspirine, est un antalgique. On dissout un comprimé d'aspirine dans l'eau.
1. Écrire l'équation de la réaction entre l'acide acétylsalicylique et les ions hydroxyde.
2. Exploiter la courbe du dosage pH-métrique, déterminer l'équivalence et le pKa du couple.
3. Choisir l'indicateur coloré convenable : hélianthine, phénolphtaléine.
Partie 2 : Pile nickel-cadmium
La pile est constituée d'une électrode de nickel et d'une électrode de cadmium reliées par un pont salin.
1. Donner le schéma conventionnel. Calculer la quantité d'électricité et la variation de masse de la cathode.

Exercice 2 : Ondes à la surface de l'eau (3 points)
Un vibreur de fréquence 20 Hz crée des ondes progressives sur une cuve à ondes éclairée par un stroboscope.
1. Déterminer la longueur d'onde et la célérité. Le milieu est-il dispersif ? La diffraction par une fente.
Exercice 3 : Électricité (5 points)
Étude d'un circuit RLC série en régime forcé. La tension du générateur basse fréquence est sinusoïdale.
1. Tracer la courbe de résonance d'intensité, déterminer la bande passante et le facteur de qualité.
2. Calculer l'impédance du circuit à la résonance et la puissance moyenne.

Exercice 4 : Mécanique (5 points)
Partie 1 : Pendule de torsion
Le pendule de torsion est constitué d'un fil de constante de torsion C et d'une tige homogène.
1. Établir l'équation différentielle de l'abscisse angulaire. Déterminer le moment d'inertie de la tige.
Partie 2 : Mouvement d'une particule dans un champ magnétique uniforme
Des ions lithium entrent dans le spectromètre de masse et sont déviés par la force de Lorentz.`,
  '1 2022 Rattrapage': `
Exercice 1 : Chimie (7 points)
Partie 1 : Hydrolyse d'un ester
L'éthanoate de butyle a une odeur de banane. On étudie la cinétique de son hydrolyse basique, la saponification.
1. Définir le temps de demi-réaction. Intérêt du chauffage à reflux et du catalyseur.
Partie 2 : Électrolyse du chlorure de magnésium
On prépare le magnésium par électrolyse du chlorure de magnésium fondu. Du dichlore se dégage à l'anode.

Exercice 2 : Datation au carbone 14 (3 points)
On date un fragment de bois trouvé dans une grotte par le carbone 14, radioactif bêta moins.
1. Écrire l'équation de désintégration. Calculer l'activité de l'échantillon et l'âge du bois.
Exercice 3 : Électricité (5 points)
Charge d'un condensateur par un échelon de tension, puis décharge dans une bobine : oscillations libres amorties.
1. Trouver la constante de temps. Entretien des oscillations par un générateur délivrant une tension proportionnelle.

Exercice 4 : Mécanique (5 points)
Partie 1 : Saut à skis
Un sauteur à skis quitte le tremplin et retombe sur la piste inclinée. On néglige les frottements de l'air.
1. Établir l'équation de la trajectoire, la portée et la flèche.
Partie 2 : Pendule pesant
Le pendule pesant effectue des oscillations de faible amplitude autour d'un axe horizontal.`,
  '2 2023 Normale': `
Exercice 1 : Chimie (7 points)
Partie 1 : L'acide lactique du lait
La fraîcheur d'un lait s'évalue par son acidité en degré Dornic. L'acide lactique se forme lors de la fermentation.
1. Déterminer la concentration en acide lactique. Le lait est-il frais ?
Partie 2 : Argenture d'un couvert
On dépose une couche d'argent sur une cuillère en métal par électrolyse d'une solution de nitrate d'argent.

Exercice 2 : Ondes ultrasonores (3 points)
Le sonar d'un chalutier émet une salve d'ultrasons vers un banc de poissons et reçoit l'écho.
1. Calculer la célérité des ultrasons dans l'eau de mer et la profondeur du banc.
Exercice 3 : Modulation d'amplitude (5 points)
Une antenne émet une onde porteuse modulée. Le multiplieur et le montage détecteur de crête, un récepteur radio AM.
1. Calculer le taux de modulation. La condition d'une bonne démodulation ; le filtre passe-haut.

Exercice 4 : Mécanique (5 points)
Partie 1 : Chute d'une bille dans un liquide visqueux
Une bille en acier est lâchée dans de la glycérine. Poussée d'Archimède et frottement fluide.
1. Déterminer la vitesse limite par la méthode d'Euler.
Partie 2 : Satellite géostationnaire
Le satellite géostationnaire Arabsat reste au-dessus de l'équateur.
1. Énoncer la troisième loi de Kepler. Calculer l'altitude de l'orbite.`,
}

const papers = Object.entries(TEXTS).map(([name, text]) => {
  const [number, year, session] = name.split(' ') as [string, string, SubjectItem['session']]
  const key = { track: TRACK_CODES[Number(number) - 1] ?? TRACK_CODES[0], year, session }
  const subject = createSample(SubjectItem, { id: subjectId(key), ...key })
  const pages = text.split('\n\n').map((page) => page.split('\n'))
  return { subject, exercises: readStatement(pages) }
})

export const subjects = papers.map(({ subject }) => subject)

const words = tellingWords(papers.flatMap(({ exercises }) => exercises))

/** The exercises of the statements, by the ids of their papers. */
export const statements = new Map(
  papers.map(({ subject, exercises }) => [
    subject.id,
    exercises.map((exercise): FoundExercise => ({ ...exercise, words: words.shift() ?? [] })),
  ]),
)
