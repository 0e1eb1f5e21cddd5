import { MAX_TITLE_LENGTH } from '../../entities/exercise.ts'
import { withoutBullet } from './paper-line.ts'

/** Words that only a sentence has: a verb with its subject, or what joins two of them. */
const SENTENCE = new RegExp(
  `(?<!\\p{L})(?:${[
    'est|sont|étaient|était|sera|seront|ont|a été|peut|peuvent|doit|doivent|fait|font|permet|permettent|sert|servent|se',
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

/** Remarks of headings besides the title: who has to do the exercise, and on which page it is. */
const REMARK =
  /[([]?(?:(?:exercice )?au choix(?: du candidat)?|commune? à tous les candidats|pour tous les candidats|obligatoire|(?:enseignement )?(?:de )?spécialité|barème|sur ?$|\.{2,}|…+|(?:page|p\.) ?\d{1,2}(?: ?(?:à|et|sur|-|\/) ?\d{1,2})?(?= ?[)\]]?$))[)\]]?/giu

/** Characters between a label, a title and points, with the bullets of a list. */
const EDGES = /^[\s:;.,)\-–—|/_•·*>➢]+|[\s:;,.\-–—|/_•·*]+$/gu

/** Letters of the longest words of physics; a longer one is a title whose letters stood apart without blanks. */
const LETTERS_AT_MOST = 20

/**
 * Returns the title in a text without its edges and remarks. It is empty for a sentence, which a paper may begin in the
 * line of the heading; before the points of the heading there is none.
 */
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

/**
 * Returns the title that stands in the line below a heading: short, with a capital, and without the words that open a
 * sentence. A line that goes on with a small letter is a sentence, too.
 */
export function titleBelow([line = '', next = '']: readonly string[]): string {
  const text = withoutBullet(line)
  const isShort = text.length <= 60 && !text.includes(',')
  const isPossible = (isShort || isCapitals(text)) && /^[«"]? ?\p{Lu}/u.test(text) && !/[.,;:?]$/.test(text)
  const isOpening = OPENING.test(text) && !isCapitals(text)
  return isPossible && !isOpening && !OTHER_LINE.test(text) && !/^\p{Ll}{2}/u.test(next)
    ? cleanTitle(text)
    : ''
}

/**
 * Returns the title in the lines below an entry of a list of exercises: its only point, as '- Onde mécanique'. An entry
 * of several points names parts.
 */
export function titleListed([line = '', next = '', last = '']: readonly string[]): string {
  const text = withoutBullet(line)
  if (text === line) return titleBelow([line, next])
  const isContinued = text !== '' && withoutBullet(next) === next && continues(text, next)
  const following = isContinued ? last : next
  const isOneOfMany = withoutBullet(following) !== following && cleanTitle(following) !== ''
  return isOneOfMany || OTHER_LINE.test(text) ? '' : cleanTitle(isContinued ? `${text} ${next}` : text)
}

/**
 * Returns true when a title goes on in the next line: after an open bracket or a word such as 'de', with a small letter,
 * or from capitals to capitals.
 */
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
