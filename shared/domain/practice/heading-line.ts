import { MAX_EXERCISES } from '../../entities/exercise.ts'
import {
  cleanTitle,
  continues,
  isCapitals,
  plainLine,
  readPoints,
  readPointsAlone,
  titleBelow,
  withoutBullet,
} from './paper-line.ts'

type Heading = {
  kind: 'exercise' | 'section' | 'part'
  section: Section | null
  /** '3' for 'EXERCICE N° III', 'A' for 'Exercice A au choix', '' for a section without a number. */
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
const NUMBER = '(?:(?:n|num)(?:uméro)? ?[°ºo.]? ?|رقم ?)?'
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
/** 'Partie II', 'Première partie', and a subject of physics: 'Électricité (5 points)'. */
const PART = new RegExp(
  `^(?:partie ?${NUMBER}(\\d{1,2}|[ivx]{1,4}|[a-h])|${ORDINAL} ?partie|(ondes|[ée]lectricit[ée]|m[ée]canique|optique|radioactivit[ée]|nucl[ée]aire))${END}`,
  'iu',
)
/** 'Partie 1 : Pendule de torsion', 'Première partie', and 'II- Étude de la pile', but not 'd) Calculer'. */
const PART_NAME = new RegExp(`^(?:partie|${ORDINAL} ?partie)(?!\\p{L})`, 'iu')
const PART_MARK = /^(?:[IVX]{1,4}|[A-D]) ?[).:–-]/u
const TITLE_AT_MOST = 120
const OTHER_SECTION = /chimie|physique|كيمياء|فيزياء/iu

/** A title takes two more lines at most. */
const LINES_AT_MOST = 3

/** Title and points may go on in the next lines. @returns null for any other line: 'Exercice 2 est indépendant' */
function readHeading(lines: readonly string[]): (Heading & { lines: number }) | null {
  const label = readLabel(lines[0] ?? '')
  if (!label) return null
  let { rest } = label
  let count = 1
  for (; count < LINES_AT_MOST; count += 1) {
    const next = lines[count] ?? ''
    if (!goesOn(rest, next)) break
    rest = `${rest} ${next}`
  }
  const found = readPoints(rest)
  const { before, after } = found ?? { before: rest, after: '' }
  const { kind, section, mark } = label
  const isBeforePoints = found !== null && (count === 1 || isCapitals(before))
  const title = cleanTitle(before, isBeforePoints) || cleanTitle(after)
  const heading = { kind, section, mark, title, points: found?.points ?? null, lines: count }
  return isHeading(label, heading, found !== null) ? heading : null
}

type Label = Pick<Heading, 'kind' | 'section' | 'mark'> & { rest: string; isLowerCase: boolean }

function readLabel(line: string): Label | null {
  const text = withoutBullet(line)
  const exercise = EXERCISE.exec(text) ?? ORDINAL_EXERCISE.exec(text)
  const section = exercise ? null : SECTION.exec(text)
  const part = exercise || section ? null : PART.exec(text)
  const match = exercise ?? section ?? part
  if (!match) return null
  const isLowerCase = /^\p{Ll}/u.test(text)
  let rest = text.slice(match[0].length)
  if (!section) {
    const subject = match[3]?.toLowerCase()
    // A subject is the title, too.
    if (subject) rest = text
    const mark = subject ?? markOf(match[1] ?? match[2] ?? '')
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
function goesOn(rest: string, next: string): boolean {
  if (next === '' || readLabel(next)) return false
  const found = readPoints(rest)
  const following = readPoints(next)
  if (!found && following && !/\p{L}/u.test(following.after)) {
    // '(au choix du candidat, 5 points)'.
    const isRemark = next.startsWith('(') && cleanTitle(following.before) === ''
    if (isRemark || readPointsAlone(next) !== null) return true
    if (!/\p{L}/u.test(rest) && titleBelow([following.before.trim()])) return true
  }
  if (found && (cleanTitle(found.before, true) || !/\p{L}/u.test(found.after))) return false
  return continues(found ? found.after : rest, next)
}

/** Tells a heading from a sentence that names an exercise or a section. */
function isHeading(label: Label, { kind, title, points }: Heading, hasPoints: boolean): boolean {
  const { rest, isLowerCase } = label
  if (/(?<!\p{L})suite(?!\p{L})/iu.test(rest) || /^ ?[.,]\d/.test(rest)) return false
  const isOpen = /^ ?$|^ ?[:.–—|(/[)*-]/u.test(rest)
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
    const lines = raw.map(plainLine).filter((line) => line !== '')
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

/** Returns true for 'Chimie' in the line below 'Exercice 1': there it is a title. */
function isTitleOf(current: PlacedHeading | undefined, { kind, title, points }: Heading): boolean {
  const isBare = kind === 'section' && title === '' && points === null
  return isBare && current?.kind === 'exercise' && current.title === '' && current.below.length === 0
}

/** Adds a line below a heading. The points may stand below a title that has a line of its own. */
function addLine(heading: PlacedHeading, line: string): void {
  if (heading.below.length === 1 || heading.below.length === 2) heading.points ??= readPointsAlone(line)
  if (heading.length < KEPT_AT_MOST) heading.below.push(line)
  heading.length += line.length
}
