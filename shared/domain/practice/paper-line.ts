import { MAX_TITLE_LENGTH, PAPER_POINTS, QUARTER } from '../../entities/exercise.ts'
import { plainDigits } from '../../entities/plain-digits.ts'

/** No heading is longer; the rest of a longer line is not read. */
const LINE_AT_MOST = 300

/** Characters that each stand apart, as in 'E X E R C I C E 2' or '2 , 5 p o i n t s'. */
const SPACED_WORD = /(?<![\p{L}\d])(?:[\p{L}\d.,] ){3,}[\p{L}\d](?![\p{L}\d])/gu

/** Shapes of letters that fonts have as characters of their own: 'ﬁ', and those of Arabic by place in the word. */
const PRESENTATION_FORMS = /[\uFB00-\uFB06\uFB50-\uFDFF\uFE70-\uFEFC]+/g

/** Soft hyphens, marks of direction, Arabic vowels, and the stroke that lengthens an Arabic word. */
const UNSEEN = /[\u064B-\u0652\u00AD\u0640\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/g
/** '2 ½ points' and '2 points ½'. */
const FRACTION = /(\d)\s?(p(?:oin)?ts?)?\s?([¼½¾])/giu
const DECIMALS: Record<string, string> = { '¼': '25', '½': '5', '¾': '75' }
/** Characters that only their own font shows: the bullets of word processors. */
const PRIVATE = /[\uE000-\uF8FF]/g
/** The sign before a point of a list, which may be an 'o'. */
const BULLET = /^(?:[^\p{L}\p{N}«"([]|o )+/u

/** Single blanks, composed accents, Western digits, and words whose letters stood apart in one piece. */
export function plainLine(line: string): string {
  return plainDigits(line.slice(0, LINE_AT_MOST))
    .replace(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC'))
    .replace(UNSEEN, '')
    .replace(PRIVATE, '•')
    .normalize('NFC')
    .replace(/[’‘]/g, "'")
    .replace(
      FRACTION,
      (_, digit: string, unit: string | undefined, sign: string) =>
        `${digit},${DECIMALS[sign] ?? ''} ${unit ?? ''} `,
    )
    .replace(/\s+/g, ' ')
    .replace(SPACED_WORD, (letters) => letters.replace(/ /g, ''))
    .trim()
}

export function withoutBullet(line: string): string {
  return line.replace(BULLET, '')
}

/** '(2,25pts)', '[5 pts]', 'sur 4 points', '/5 pts', '07 points', '(3 نقط)', and '/5' at the end, but not '2/8'. */
const POINTS =
  /(?:[([/] ?|(?<!\p{L})sur )?(?<![\d.,،])(\d{1,2}(?: ?[.,،] ?(?:25|50?|75)(?!\d)|[.,،]\d{1,2})?) ?(?:points?|pts?|نقطة|نقاط|نقط|ن)(?!\p{L})\.? ?[)\]]?|(?<!\d ?)[([]? ?\/ ?(\d{1,2}(?:[.,]\d{1,2})?) ?[)\]]?$/giu

export type ReadPoints = { points: number | null; before: string; after: string }

/** Points are null where a text gives several, as for the parts of an exercise, or some that the form refuses. */
export function readPoints(text: string): ReadPoints | null {
  const [match, other] = text.matchAll(POINTS)
  if (!match) return null
  const value = Number((match[1] ?? match[2] ?? '').replace(/ ?[,،.] ?/, '.'))
  const before = text.slice(0, match.index)
  const isAlone = !other || !/\p{L}/u.test(before)
  const isValid = value >= QUARTER && value <= PAPER_POINTS && Number.isInteger(value / QUARTER)
  return {
    points: isAlone && isValid ? value : null,
    before,
    after: other ? '' : text.slice(match.index + match[0].length),
  }
}

/** Returns the points in a line that has nothing else. Those in the margin of a question are one at most. */
export function readPointsAlone(line: string): number | null {
  const found = readPoints(line)
  return found?.points && found.points > 1 && !/\p{L}/u.test(found.before + found.after) ? found.points : null
}

/** Words that only a sentence has: a verb with its subject, or what joins two of them. */
const SENTENCE = new RegExp(
  `(?<!\\p{L})(?:${[
    'est|sont|étaient|était|sera|seront|ont|a été|peut|peuvent|doit|doivent|fait|font|permet|permettent|sert|servent|se(?! \\p{L}+ant(?!\\p{L}))',
    'on|nous|vous|il|ils|elles?|qui|que|dont|où|lorsque|afin|ainsi|donc|car',
    'étudie|étudions|propose|donne|considère|dispose|réalise|utilise|contient|comporte|porte|consiste|constitue',
    'représente|possède|traite|concerne|appelle|trouve|voir|produit|joue|existe|déterminer|calculer|montrer|indépendante?s',
  ].join('|')})(?!\\p{L})|(?<!\\p{L})[ns]'|=|[.;] \\p{L}`,
  'iu',
)

/** Words of nothing but a sentence, such as 'Les parties I et II sont indépendantes'. */
const SUBJECT = /^(?:on|nous|vous|ils?)(?!\p{L})|indépendant/iu

/** Words that begin a sentence or a question more often than a title. */
const OPENING =
  /^(?:(?:définir|calculer|déterminer|montrer|écrire|établir|donner|préciser|justifier|vérifier|tracer|exprimer|déduire|citer|trouver)(?!\p{L})|l'|d'|(?:les?|la|une?|des?|du|on|nous|vous|il|elle|dans|pour|lors|aux?|en|avec|à|ces?|cet|cette|sous|par|depuis|chaque|soit|après|avant|selon|parmi|plusieurs|certaine?s|tou(?:te)?s|si|quand|comme|sur|pendant|grâce)(?!\p{L}))/iu

/** Lines of a paper that stand below a heading and are no title. */
const OTHER_LINE =
  /^(?:données?|documents?|doc|figures?|fig|annexes?|parties?|barème|consignes?|questions?|rappels?|remarques?|texte|tableau|courbes?|mots|page|les (?:\p{L}+ )?parties|sujet|corrigé|durée|coefficient|première partie|aucune?|ns|rs|الصفحة|الامتحان|الموضوع)(?!\p{L})/iu

/** The mark of a part, as in 'II- Étude de la pile', but not that of a question, as in 'd) Calculer'. */
export const PART_MARK = /^(?:[IVX]{1,4}|[A-D]) ?[).:–-]/u

/** Remarks of headings besides the title: who has to do the exercise, and on which page it is. */
const REMARK =
  /[([]?(?:(?:exercice )?au choix(?: du candidat)?|commune? à tous les candidats|pour tous les candidats|obligatoire|(?:enseignement )?(?:de )?spécialité|barème|sur ?$|[nr][rs] ?\d{2}f?(?![\p{L}\d])|(?<=^ ?)de (?:chimie|physique)(?!\p{L})|\.{2,}|…+|(?:page|p\.|الصفحة) ?\d{1,2}(?: ?(?:à|et|sur|-|\/) ?\d{1,2})?(?= ?[)\]]?$))[)\]]?/giu

/** Characters between a label, a title and points, with the bullets of a list. */
const EDGES = /^[\s:;.,)\-–—|/_•·*>➢]+|[\s:;,.\-–—|/_•·*]+$/gu

/** Letters of the longest words of physics; a longer one is a line whose letters stood apart without blanks. */
export const LETTERS_AT_MOST = 20

/** The title is empty for a sentence, which a paper may begin in the line of the heading. */
export function cleanTitle(text: string, isBeforePoints = false): string {
  const bare = text.replace(REMARK, ' ').replace(/\s+/g, ' ').replace(EDGES, '').replace(EDGES, '')
  const [, inBrackets] = /^[([]([^()[\]]*)[)\]]$/.exec(bare) ?? []
  const title = closeBrackets(inBrackets ?? bare).replace(EDGES, '')
  const isTitle = title.length >= 2 && title.length <= MAX_TITLE_LENGTH && /\p{L}{2}/u.test(title)
  const isWord = title.split(/[^\p{L}]+/u).every((word) => word.length <= LETTERS_AT_MOST)
  const isSentence = isBeforePoints ? SUBJECT.test(title) : !title.endsWith('?') && SENTENCE.test(title)
  return isTitle && isWord && !isSentence ? title : ''
}

/** Removes a bracket that is opened last and not closed, or closed without having been opened. */
function closeBrackets(title: string): string {
  if (title.lastIndexOf('(') > title.lastIndexOf(')')) return title.slice(0, title.lastIndexOf('('))
  return title.endsWith(')') && !title.includes('(') ? title.slice(0, -1) : title
}

/** Short, with a capital, and not the beginning of a sentence, which may go on with a small letter. */
export function titleBelow([line = '', next = '']: readonly string[]): string {
  const text = withoutBullet(line)
  const isShort = text.length <= 60 && !text.includes(',')
  const isPossible = (isShort || isCapitals(text)) && /^[«"]? ?\p{Lu}/u.test(text) && !/[.,;:?]$/.test(text)
  const isOpening = OPENING.test(text) && !isCapitals(text)
  return isPossible &&
    !isOpening &&
    !OTHER_LINE.test(text) &&
    !PART_MARK.test(text) &&
    !readPoints(text) &&
    !/^\p{Ll}{2}/u.test(next)
    ? cleanTitle(text)
    : ''
}

/** The only point below an entry of a list, as '- Onde mécanique'. An entry of several points names parts. */
export function titleListed([line = '', next = '', last = '']: readonly string[]): string {
  const text = withoutBullet(line)
  if (text === line) return titleBelow([line, next])
  const isContinued = text !== '' && withoutBullet(next) === next && continues(text, next)
  const following = isContinued ? last : next
  const isOneOfMany = withoutBullet(following) !== following && cleanTitle(following) !== ''
  return isOneOfMany || OTHER_LINE.test(text) ? '' : cleanTitle(isContinued ? joinLines(text, next) : text)
}

/** Keeps 'acide-' and 'base' one word. */
export function joinLines(text: string, next: string): string {
  return /\p{L}-$/u.test(text) ? text + next : `${text} ${next}`
}

/** After an open bracket or a word such as 'de', with a small letter, or from capitals to capitals. */
export function continues(title: string, next: string): boolean {
  if (next === '' || OTHER_LINE.test(next) || /=/.test(next) || !/\p{L}{2}/u.test(title)) return false
  return (
    title.lastIndexOf('(') > title.lastIndexOf(')') ||
    /(?:['-]|,| (?:de|du|des|d|et|ou|à|au|aux|la|le|les|un|une|en|par|sur|dans|avec|pour))$/iu.test(
      title.trim(),
    ) ||
    /^(?:\p{Ll}{2,}(?![\p{L}\d(])|[dln]'\p{L}|à )/u.test(next) ||
    (isCapitals(title) && isCapitals(next))
  )
}

/** Returns true for 'ONDES MÉCANIQUES (3 points)', but not for a short sign such as 'RC'. */
export function isCapitals(text: string): boolean {
  const letters = text.replace(/\(?\d+ ?p(?:oin)?ts?\)?/i, '').match(/\p{L}/gu) ?? []
  return letters.length >= 6 && letters.every((letter) => /\p{Lu}/u.test(letter))
}
