import { MAX_EXERCISES, PAPER_POINTS } from '../../entities/exercise.ts'
import {
  cleanTitle,
  continues,
  isCapitals,
  joinLines,
  PART_MARK,
  plainLine,
  readPoints,
  readPointsAlone,
  titleBelow,
  withoutBullet,
} from './paper-line.ts'

type Heading = {
  kind: 'exercise' | 'section' | 'part'
  section: Section | null
  /** '3' for 'EXERCICE N° III', 'A' for 'Exercice A au choix', '' for a section, else the title in small letters. */
  mark: string
  title: string
  points: number | null
}
type Section = 'chimie' | 'physique'

const NUMERALS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']
/** 'Premier', '2ème', 'الثالث', in the order of their values. */
const ORDINALS = [
  'premi[eè]re?|1 ?[eè]re?|ال[أا]ول',
  'deuxi[eè]me|seconde?|2 ?[eè](?:me)?|الثاني',
  'troisi[eè]me|3 ?[eè](?:me)?|الثالث',
  'quatri[eè]me|4 ?[eè](?:me)?|الرابع',
  'cinqui[eè]me|5 ?[eè](?:me)?|الخامس',
  'sixi[eè]me|6 ?[eè](?:me)?|السادس',
  'septi[eè]me|7 ?[eè](?:me)?|السابع',
]
const ORDINAL = `(${ORDINALS.join('|')})`
const NUMBER = '(?:(?:n|num)(?:uméro)? ?[°ºo.]? ?|[№#] ?|رقم ?)?'
const END = '(?![\\p{L}\\d])'

/** 'Exercice 2', 'EXERCICE N° III', 'Exo 4', 'Ex n°5', 'Exercice A', 'التمرين 1', 'تمرين الثاني'. */
const EXERCISE = new RegExp(
  `^(?:exercice|exo|ex|(?:ال)?تمرين) ?[._-]? ?${NUMBER}(?:${ORDINAL}|(\\d{1,2}|[ivx]{1,4}|[a-h]))${END}`,
  'iu',
)
/** 'PREMIER EXERCICE', '2ème exercice'. */
const ORDINAL_EXERCISE = new RegExp(`^${ORDINAL} ?exercice${END}`, 'iu')
/** 'Chimie', 'Physique 2', 'II- PHYSIQUE', 'Exercice de chimie', 'Première partie : Chimie', 'الكيمياء'. */
const SECTION = new RegExp(
  `^(?:exercice (?:de |d')?|(?:${ORDINAL} )?partie ?(?:[ivx\\d]{1,3}|[a-d])? ?[:.–-]? ?|(?:[ivx\\d]{1,3}|[a-d]) ?[).:–-]+ ?)?(chimie|physique|(?:ال)?كيمياء|(?:ال)?فيزياء) ?${NUMBER}(\\d{1,2}|[ivx]{1,4})?${END}`,
  'iu',
)
/** 'Partie II', 'Première partie', 'Sujet 1'. */
const PART = new RegExp(
  `^(?:(?:partie|sujet) ?${NUMBER}(\\d{1,2}|[ivx]{1,4}|[a-h])|${ORDINAL} ?partie)${END}`,
  'iu',
)
/** 'Partie 1 : Pendule de torsion', 'Première partie', and 'II- Étude de la pile', but not 'd) Calculer'. */
const PART_NAME = new RegExp(`^(?:partie|${ORDINAL} ?partie)(?!\\p{L})`, 'iu')
/** 'Exercice : Dipôle RC (5 points)'. */
const UNNUMBERED = /^exercice ?[:.–-] ?/iu
/** Words of a correction before the name of an exercise: 'Corrigé de l'exercice 1'. */
const CORRECTED = /^(?:corrig[ée]|correction|solution|تصحيح|حل)s? ?:? ?(?:de |du )?(?:l'|la )?/iu
/** The blank between points and a heading: those of a heading in the column before it, or its own in the margin. */
const NEXT_COLUMN = /(?<=\d ?(?:points?|pts?|نقطة|نقط) ?[)\]]?) (?=(?:Exercice|EXERCICE|التمرين) )/u
const TITLE_AT_MOST = 120
const OTHER_SECTION = /chimie|physique|كيمياء|فيزياء/iu

/** A title takes two more lines at most. */
const LINES_AT_MOST = 3

/** Title and points may go on in the next lines. @returns null for any other line: 'Exercice 2 est indépendant' */
function readHeading(lines: readonly string[]): (Heading & { lines: number }) | null {
  const label = readLabel(lines[0] ?? '')
  if (!label) return readTitled(lines)
  let { rest } = label
  let count = 1
  for (; count < LINES_AT_MOST; count += 1) {
    const next = lines[count] ?? ''
    if (!goesOn(label, rest, next)) break
    rest = joinLines(rest, next)
  }
  const found = readPoints(rest)
  const { before, after } = found ?? { before: rest, after: '' }
  const { kind, section, mark } = label
  const isBeforePoints = found !== null && (count === 1 || isCapitals(before))
  const title = cleanTitle(before, isBeforePoints) || cleanTitle(after)
  const heading = { kind, section, mark, title, points: found?.points ?? null, lines: count }
  if (isHeading(label, heading, found !== null)) return heading
  return kind === 'section' ? readTitled(lines) : null
}

/** A part, or an exercise without a number, has its title and points only: 'Électricité (5 points)'. */
function readTitled([line = '', next = '']: readonly string[]): (Heading & { lines: number }) | null {
  const areBelow = readPointsAlone(next) !== null
  const found = readPoints(areBelow ? `${line} ${next}` : line)
  // Questions have a point at most, and the whole paper all of them.
  const isPart = found?.points && found.points > 1 && found.points < PAPER_POINTS
  if (!isPart || /\p{L}/u.test(found.after)) return null
  const title = titleBelow([found.before.replace(UNNUMBERED, '').trim()])
  if (title === '') return null
  const mark = title.toLowerCase()
  return { kind: 'part', section: null, mark, title, points: found.points, lines: areBelow ? 2 : 1 }
}

type Label = Pick<Heading, 'kind' | 'section' | 'mark'> & { rest: string; isLowerCase: boolean }

function readLabel(line: string): Label | null {
  const wholeText = withoutBullet(line)
  const text = wholeText.replace(CORRECTED, '')
  const exercise = EXERCISE.exec(text) ?? ORDINAL_EXERCISE.exec(text)
  const section = exercise ? null : SECTION.exec(text)
  const part = exercise || section ? null : PART.exec(text)
  const match = exercise ?? section ?? part
  if (!match) return null
  const isLowerCase = /^\p{Ll}/u.test(wholeText)
  let rest = text.slice(match[0].length)
  if (!section) {
    const mark = markOf(match[1] ?? match[2] ?? '')
    return mark === null
      ? null
      : { kind: exercise ? 'exercise' : 'part', section: null, mark, rest, isLowerCase }
  }
  const [, , name = '', number = ''] = section
  // 'Physique 13 points' has no number.
  const arePoints = /^ ?(?:[.,]\d|p(?:oin)?ts?(?!\p{L})|نقط)/iu.test(rest)
  if (arePoints) rest = `${number}${rest}`
  const mark = number && !arePoints ? markOf(number) : ''
  const kind = mark === '' ? 'section' : 'exercise'
  const of = /chimie|كيمياء/i.test(name) ? 'chimie' : 'physique'
  return mark === null ? null : { kind, section: of, mark, rest, isLowerCase }
}

/** '3' for '03', 'III' and 'Troisième', 'A' for 'A'; null for what numbers no exercise. */
function markOf(text: string): string | null {
  if (/^[A-H]$/.test(text)) return text
  const value = /^\d+$/.test(text)
    ? Number(text)
    : NUMERALS.indexOf(text.toLowerCase()) + 1 ||
      ORDINALS.findIndex((words) => new RegExp(`^(?:${words})$`, 'iu').test(text)) + 1
  return value >= 1 && value <= MAX_EXERCISES ? String(value) : null
}

/** The next line belongs to a heading when it has its points, or goes on with its title. */
function goesOn({ kind }: Label, rest: string, next: string): boolean {
  const following = readLabel(next)
  const isTitle = kind === 'exercise' && following?.kind === 'section' && rest.trim() === ''
  if (next === '' || (following && !isTitle)) return false
  const found = readPoints(rest)
  const points = readPoints(next)
  if (!found && points && !/\p{L}/u.test(points.after)) {
    // '(au choix du candidat, 5 points)'.
    const isRemark = next.startsWith('(') && cleanTitle(points.before) === ''
    if (isRemark || readPointsAlone(next) !== null) return true
    if (kind !== 'section' && !/\p{L}/u.test(rest) && titleBelow([points.before.trim()])) return true
  }
  if (found && (cleanTitle(found.before, true) || !/\p{L}/u.test(found.after))) return false
  return continues(found ? found.after : rest, next)
}

/** Tells a heading from a sentence that names an exercise or a section. */
function isHeading(label: Label, { kind, title, points }: Heading, hasPoints: boolean): boolean {
  const { rest, isLowerCase } = label
  if (/(?<!\p{L})(?:suite|تتمة|تابع)(?!\p{L})/iu.test(rest) || /^ ?[.,]\d/.test(rest)) return false
  const isOpen = /^ ?$|^ ?[:.–—|·•(/[)*-]/u.test(rest)
  if (kind === 'part') return points !== null && !isLowerCase
  if (kind === 'section') {
    if (OTHER_SECTION.test(rest)) return false
    const isBare = /^[ :.–—*-]*$/.test(rest) && !isLowerCase
    return (
      isBare ||
      (hasPoints && (isOpen || /^ ?[\p{Lu}\d]/u.test(rest))) ||
      (isOpen && title !== '' && !isLowerCase)
    )
  }
  const isRemark =
    /^ ?(?:au choix|commune? |obligatoire|sur \d|\d+(?:[.,]\d+)? ?p|(?:de )?(?:chimie|physique))/iu.test(rest)
  if (isLowerCase && !hasPoints && !/^ ?(?::|$)/.test(rest)) return false
  return isOpen || isRemark || /^ ?[\p{Lu}\p{Lo}«"]/u.test(rest)
}

/** Returns true for a line inside an exercise that looks like the title of one of its parts. */
export function isPartTitle(line: string): boolean {
  const text = withoutBullet(line)
  return text.length <= TITLE_AT_MOST && (PART_NAME.test(text) || PART_MARK.test(text))
}

/** A heading of an exercise or of a section with what stands below it, up to the next one. */
export type PlacedHeading = Heading & { page: number; below: string[]; length: number }

/** Characters below a heading that are kept, more than any exercise has. */
const KEPT_AT_MOST = 20_000
/** An annex says so at the top of its page, below a running head. */
const TOP_LINES = 4
const ANNEX = /^\P{L}*(?:annexes?|documents?[ -]réponses?|feuille[ -]réponse)(?!\p{L})/iu

/** Headings below 'Chimie' belong to this section. Annexes repeat the headings of exercises and are left out. */
export function collectHeadings(pages: readonly (readonly string[])[]): PlacedHeading[] {
  const headings: PlacedHeading[] = []
  let section: Section | null = null
  for (const [index, raw] of pages.entries()) {
    const lines = raw.flatMap((line) => splitRow(plainLine(line))).filter((line) => line !== '')
    // What a new page begins with is no title of a heading that stands at the end of another.
    headings.at(-1)?.below.push('')
    const annex = lines.slice(0, TOP_LINES).findIndex((line) => ANNEX.test(line))
    const end = index > 0 && annex >= 0 ? annex : lines.length
    for (let at = 0; at < end; ) {
      const current = headings.at(-1)
      const heading = readHeading(lines.slice(at, Math.min(at + 3, end)))
      if (heading && !isTitleOf(current, heading)) {
        if (heading.kind === 'section') ({ section } = heading)
        headings.push({
          ...heading,
          section: heading.section ?? section,
          page: index + 1,
          below: [],
          length: 0,
        })
        at += heading.lines
      } else {
        const line = lines[at] ?? ''
        if (current) addLine(current, line)
        at += 1
      }
    }
  }
  return headings
}

function splitRow(line: string): string[] {
  const [first = '', ...others] = line.split(NEXT_COLUMN)
  return readPointsAlone(first) === null ? [first, ...others] : [[...others, first].join(' ')]
}

/** Returns true for 'Chimie' and 'Ondes' in the lines below 'Exercice 1': there they are a title. */
function isTitleOf(current: PlacedHeading | undefined, { kind, mark, title, points }: Heading): boolean {
  if (current?.kind !== 'exercise' || current.title !== '') return false
  const arePointsOpen = current.points === null
  if (kind === 'section')
    return title === '' && current.below.length === 0 && (arePointsOpen || points === null)
  return kind === 'part' && mark === title.toLowerCase() && arePointsOpen && current.below.length <= 1
}

/** Adds a line below a heading. The points may stand below a title that has a line of its own. */
function addLine(heading: PlacedHeading, line: string): void {
  const { below } = heading
  if ((below.length === 1 || below.length === 2) && !below.includes(''))
    heading.points ??= readPointsAlone(line)
  if (heading.length < KEPT_AT_MOST) below.push(line)
  heading.length += line.length
}
