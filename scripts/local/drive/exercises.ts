import type { ThemeSlug } from '#shared/catalogue/themes.ts'
import type { FigureKind } from './figures.ts'

/**
 * An exercise of a demo paper. `{name}` takes a value of `values` (least, greatest, step), drawn by the paper's own seed;
 * `^{…}` and `_{…}` are raised and lowered.
 */
export type Exercise = {
  title: string
  points: number
  statement: readonly string[]
  questions: readonly string[]
  answers: readonly string[]
  figure: FigureKind
  values: Readonly<Record<string, readonly [least: number, greatest: number, step: number]>>
}

export const exercises: Record<ThemeSlug, Exercise> = {
  ondes: {
    title: 'Propagation des ondes',
    points: 3,
    statement: [
      'On étudie la propagation d’une onde mécanique à la surface de l’eau d’une cuve à ondes, puis celle d’une lumière monochromatique à travers une fente.',
      'Un vibreur de fréquence N = {f} Hz crée à la surface de l’eau une onde progressive sinusoïdale. La distance entre la première et la sixième crête est d = {d} cm.',
    ],
    questions: [
      'Définir une onde mécanique progressive. L’onde étudiée est-elle longitudinale ou transversale ?',
      'Déterminer la longueur d’onde λ et en déduire la célérité v de l’onde.',
      'On porte la fréquence à 2N : la longueur d’onde devient λ’ = 0,48 λ. L’eau est-elle un milieu dispersif ? Justifier.',
      'Une fente de largeur a = {a} µm est éclairée par un laser ; la tache centrale a une largeur L = {l} mm sur un écran placé à D = 1,60 m. Établir l’expression de λ en fonction de L, a et D, puis la calculer.',
    ],
    answers: [
      'Une onde mécanique progressive est la propagation d’une perturbation dans un milieu élastique sans transport de matière ; ici elle est transversale.',
      'Cinq longueurs d’onde séparent les deux crêtes : λ = d/5, puis v = λ N.',
      'v’ = 2N × 0,48 λ = 0,96 v, différent de v : la célérité dépend de la fréquence, l’eau est dispersive.',
      'θ = λ/a et tan θ = L/(2D) ≈ θ, d’où λ = L a/(2D).',
    ],
    figure: 'sine',
    values: { f: [20, 50, 5], d: [4, 9, 0.5], a: [40, 80, 5], l: [30, 55, 1] },
  },
  nucleaire: {
    title: 'Décroissance radioactive',
    points: 2.5,
    statement: [
      'Le polonium ^{210}_{84}Po est radioactif α ; il se transforme en un noyau de plomb ^{A}_{Z}Pb. Sa demi-vie est t_{1/2} = 138 jours.',
      'À l’instant t = 0, un échantillon contient une masse m_{0} = {m} mg de polonium. On donne N_{A} = 6,02.10^{23} mol^{-1}.',
    ],
    questions: [
      'Écrire l’équation de la désintégration en précisant les lois utilisées. Déterminer A et Z.',
      'Calculer la constante radioactive λ en s^{-1}, puis l’activité initiale a_{0} de l’échantillon.',
      'Au bout de quelle durée l’activité n’est-elle plus que {p} % de a_{0} ?',
      'Calculer, en MeV, l’énergie libérée par la désintégration d’un noyau à partir des énergies de liaison données.',
    ],
    answers: [
      'Conservation de A et de Z : ^{210}_{84}Po -> ^{206}_{82}Pb + ^{4}_{2}He ; A = 206 et Z = 82.',
      'λ = ln 2 / t_{1/2} = 5,81.10^{-8} s^{-1} ; a_{0} = λ N_{0} avec N_{0} = m_{0} N_{A}/M.',
      'a(t) = a_{0} exp(-λt), donc t = (1/λ) ln(a_{0}/a).',
      'E = E_{l}(Pb) + E_{l}(He) - E_{l}(Po).',
    ],
    figure: 'decay',
    values: { m: [2, 12, 1], p: [10, 40, 5] },
  },
  electricite: {
    title: 'Réponse d’un dipôle RC à un échelon de tension',
    points: 4.5,
    statement: [
      'Le montage de la figure comporte un générateur idéal de tension de f.é.m. E = {e} V, un conducteur ohmique de résistance R = {r} kΩ, un condensateur de capacité C initialement déchargé et un interrupteur K.',
      'On ferme K à l’instant t = 0. Un dispositif d’acquisition donne la courbe des variations de la tension u_{C}(t).',
    ],
    questions: [
      'Reproduire le schéma et y représenter, en convention récepteur, les tensions u_{R} et u_{C}.',
      'Établir l’équation différentielle vérifiée par u_{C}(t).',
      'La solution s’écrit u_{C}(t) = A (1 - exp(-t/τ)). Exprimer A et τ en fonction des paramètres du circuit.',
      'La courbe donne τ = {t} ms. En déduire la valeur de C.',
      'Calculer l’énergie emmagasinée dans le condensateur en régime permanent.',
    ],
    answers: [
      'Les flèches de u_{R} et de u_{C} sont opposées au sens du courant.',
      'Additivité des tensions : RC du_{C}/dt + u_{C} = E.',
      'En reportant la solution : A = E et τ = RC.',
      'C = τ/R.',
      'En régime permanent u_{C} = E, donc W = C E^{2}/2.',
    ],
    figure: 'charge',
    values: { e: [5, 12, 1], r: [1, 10, 0.5], t: [2, 30, 1] },
  },
  mecanique: {
    title: 'Mouvement d’un projectile dans le champ de pesanteur',
    points: 5,
    statement: [
      'Un solide (S) de masse m = {m} g, assimilé à un point matériel G, est lancé à t = 0 depuis un point O avec une vitesse v_{0} = {v} m.s^{-1} faisant un angle α = {a}° avec l’horizontale.',
      'On néglige l’action de l’air et on prend g = 9,8 m.s^{-2}. Le mouvement est étudié dans un repère (O, i, j) lié à la Terre.',
    ],
    questions: [
      'En appliquant la deuxième loi de Newton, établir les équations horaires x(t) et y(t).',
      'En déduire l’équation de la trajectoire et sa nature.',
      'Exprimer puis calculer les coordonnées du sommet S de la trajectoire.',
      'Déterminer la portée du tir et la valeur de la vitesse au point d’impact.',
      'Le point d’impact doit se trouver à {p} m de O : quelle vitesse initiale faut-il donner au solide ?',
    ],
    answers: [
      'a_{G} = g : x(t) = v_{0} cos α . t et y(t) = -g t^{2}/2 + v_{0} sin α . t.',
      'y = -g x^{2}/(2 v_{0}^{2} cos^{2} α) + x tan α : parabole.',
      'x_{S} = v_{0}^{2} sin 2α/(2g) et y_{S} = v_{0}^{2} sin^{2} α/(2g).',
      'La portée vaut v_{0}^{2} sin 2α/g ; au point d’impact, la vitesse a de nouveau la valeur v_{0}.',
      'v_{0}’ = racine(g p / sin 2α).',
    ],
    figure: 'parabola',
    values: { m: [50, 400, 25], v: [8, 25, 1], a: [30, 60, 5], p: [15, 60, 5] },
  },
  'transformations-lentes': {
    title: 'Suivi temporel d’une transformation chimique',
    points: 4,
    statement: [
      'L’acide chlorhydrique réagit avec le zinc selon l’équation : Zn_{(s)} + 2 H_{3}O^{+} -> Zn^{2+} + H_{2(g)} + 2 H_{2}O.',
      'À t = 0, on introduit une masse m = {m} g de zinc dans un ballon contenant V = {v} mL d’une solution d’acide chlorhydrique de concentration C = {c} mol.L^{-1}. On mesure le volume de dihydrogène dégagé.',
    ],
    questions: [
      'Dresser le tableau d’avancement et déterminer le réactif limitant.',
      'Exprimer l’avancement x(t) en fonction du volume V(H_{2}) et du volume molaire V_{m}.',
      'Définir la vitesse volumique de réaction et expliquer comment elle évolue au cours du temps.',
      'Déterminer graphiquement le temps de demi-réaction t_{1/2}.',
    ],
    answers: [
      'x_{max} est la plus petite des valeurs n(Zn) et n(H_{3}O^{+})/2.',
      'x = V(H_{2})/V_{m}.',
      'v = (1/V) dx/dt ; la pente de la tangente diminue avec les concentrations des réactifs.',
      't_{1/2} est la date à laquelle x = x_{max}/2.',
    ],
    figure: 'progress',
    values: { m: [0.5, 2, 0.1], v: [50, 150, 10], c: [0.2, 1, 0.1] },
  },
  'transformations-limitees': {
    title: 'Étude d’une solution d’acide éthanoïque',
    points: 4,
    statement: [
      'On prépare une solution aqueuse d’acide éthanoïque CH_{3}COOH de volume V = {v} mL et de concentration C = {c} mmol.L^{-1}. Son pH, mesuré à 25 °C, vaut {p}.',
    ],
    questions: [
      'Écrire l’équation de la réaction de l’acide avec l’eau.',
      'Calculer le taux d’avancement final et conclure.',
      'Exprimer la constante d’équilibre K en fonction de C et de τ, puis la calculer.',
      'Dire comment évolue τ lorsque l’on dilue la solution.',
    ],
    answers: [
      'CH_{3}COOH + H_{2}O <=> CH_{3}COO^{-} + H_{3}O^{+}.',
      'τ = 10^{-pH}/C, inférieur à 1 : la transformation est limitée.',
      'K = C τ^{2}/(1 - τ).',
      'K ne dépend que de la température : τ augmente quand C diminue.',
    ],
    figure: 'progress',
    values: { v: [100, 500, 50], c: [2, 20, 1], p: [3.1, 3.6, 0.1] },
  },
  'dosage-acide-base': {
    title: 'Dosage acido-basique d’un vinaigre',
    points: 3.5,
    statement: [
      'On dose V_{A} = {a} mL d’une solution diluée de vinaigre par une solution d’hydroxyde de sodium de concentration C_{B} = {b} mmol.L^{-1}. On suit le pH en fonction du volume V_{B} versé.',
    ],
    questions: [
      'Faire le schéma annoté du montage de dosage.',
      'Écrire l’équation de la réaction de dosage et calculer sa constante d’équilibre.',
      'L’équivalence est atteinte pour V_{BE} = {e} mL. Calculer la concentration C_{A}.',
      'Choisir parmi les indicateurs proposés celui qui convient à ce dosage.',
    ],
    answers: [
      'Burette graduée, bécher, sonde pH-métrique, agitateur magnétique.',
      'CH_{3}COOH + HO^{-} -> CH_{3}COO^{-} + H_{2}O ; K = K_{A}/K_{e}, très grande.',
      'À l’équivalence C_{A} V_{A} = C_{B} V_{BE}.',
      'La zone de virage doit contenir pH_{E}, supérieur à 7 : la phénolphtaléine.',
    ],
    figure: 'titration',
    values: { a: [10, 25, 5], b: [10, 50, 5], e: [8, 18, 0.5] },
  },
  piles: {
    title: 'Étude de la pile cuivre-aluminium',
    points: 3,
    statement: [
      'Une pile est formée des couples Al^{3+}/Al et Cu^{2+}/Cu reliés par un pont salin. Chaque compartiment contient {v} mL de solution de concentration {c} mol.L^{-1}. La pile débite un courant constant I = {i} mA.',
    ],
    questions: [
      'Le cuivre est le pôle positif. Représenter le schéma conventionnel de la pile.',
      'Écrire les équations aux électrodes et l’équation bilan.',
      'Calculer la quantité d’électricité débitée pendant Δt = 2 h.',
      'En déduire la variation de masse de l’électrode d’aluminium.',
    ],
    answers: [
      '(-) Al / Al^{3+} // Cu^{2+} / Cu (+).',
      'Al -> Al^{3+} + 3 e^{-} ; Cu^{2+} + 2 e^{-} -> Cu ; 2 Al + 3 Cu^{2+} -> 2 Al^{3+} + 3 Cu.',
      'Q = I Δt.',
      'Δm = -M(Al) Q/(3F).',
    ],
    figure: 'cell',
    values: { v: [50, 100, 10], c: [0.1, 0.5, 0.1], i: [40, 200, 20] },
  },
  electrolyse: {
    title: 'Électrolyse d’une solution de nitrate d’argent',
    points: 3,
    statement: [
      'On réalise l’électrolyse d’une solution de nitrate d’argent (Ag^{+} + NO_{3}^{-}) avec deux électrodes inertes, sous un courant d’intensité I = {i} A pendant {t} minutes.',
    ],
    questions: [
      'Indiquer l’anode et la cathode et écrire les réactions qui s’y produisent.',
      'La transformation est-elle spontanée ou forcée ? Justifier.',
      'Calculer la masse d’argent déposée sur la cathode.',
      'Calculer le volume de dioxygène dégagé, V_{m} étant égal à 24 L.mol^{-1}.',
    ],
    answers: [
      'Cathode : Ag^{+} + e^{-} -> Ag ; anode : 6 H_{2}O -> O_{2} + 4 H_{3}O^{+} + 4 e^{-}.',
      'Elle est forcée : le générateur impose le sens du courant.',
      'm = M(Ag) I Δt/F.',
      'V(O_{2}) = V_{m} I Δt/(4F).',
    ],
    figure: 'cell',
    values: { i: [0.2, 1.2, 0.1], t: [10, 60, 5] },
  },
  'chimie-organique': {
    title: 'Préparation d’un ester',
    points: 3.5,
    statement: [
      'On chauffe à reflux un mélange de {a} mol d’acide éthanoïque et de {b} mol d’éthanol en présence de quelques gouttes d’acide sulfurique. L’ester formé a l’odeur de certains fruits.',
    ],
    questions: [
      'Écrire l’équation de la réaction avec les formules semi-développées et nommer l’ester.',
      'Préciser le rôle du chauffage à reflux et celui de l’acide sulfurique.',
      'La constante d’équilibre vaut K = 4. Déterminer la composition du mélange à l’équilibre.',
      'Citer deux moyens d’augmenter le rendement de cette préparation.',
    ],
    answers: [
      'CH_{3}COOH + C_{2}H_{5}OH <=> CH_{3}COOC_{2}H_{5} + H_{2}O : éthanoate d’éthyle.',
      'Accélérer la réaction sans perte de matière ; l’acide sulfurique est un catalyseur.',
      'x^{2} = 4 (a - x)(b - x), dont on garde la racine inférieure aux quantités initiales.',
      'Mettre un réactif en excès, éliminer un produit à mesure qu’il se forme.',
    ],
    figure: 'progress',
    values: { a: [0.1, 0.5, 0.1], b: [0.1, 0.5, 0.1] },
  },
}
