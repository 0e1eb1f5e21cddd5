import temml from 'temml'

const MAX_FORMULA = 1_000
/** Limit of braces within braces, since an arrow of chemistry doubles the text above it. */
const MAX_LEVELS = 8
/**
 * Commands that define others, or write their argument several times: nested, they make gigabytes of a short formula.
 */
const REFUSED =
  /^\\(?:[egx]?def|(?:new|renew|provide)command|(?:future)?let|cancelto|(?:math)?llap|equilibrium\w+|verb)$/
/** The library's own limits: macros expanded, and sizes in em and points. */
const LIMITS = { maxExpand: 200, maxSize: [20, 200] as [number, number] }

/** The elements of MathML that formulas of a lesson need; what else the library may write is refused. */
const ELEMENTS =
  'math|mrow|mi|mn|mo|mtext|mspace|mfrac|msqrt|mroot|msub|msup|msubsup|munder|mover|munderover|mtable|mtr|mtd|mpadded|mphantom|mmultiscripts|mprescripts|none|mstyle|menclose|merror'
const ATTRIBUTES =
  'display|displaystyle|scriptlevel|mathvariant|stretchy|fence|form|separator|largeop|movablelimits|symmetric|accent|accentunder|lspace|rspace|minsize|maxsize|width|height|depth|voffset|linethickness|columnspan|rowspan|notation'
/** The classes to which the site's style sheet gives what browsers or the policy against inline styles do without. */
const CLASSES = new Set(['tml-left', 'tml-right', 'tml-overline', 'tml-underline', 'tml-box'])

const TAG = new RegExp(`<(/?)(${ELEMENTS})((?: [\\w-]+(?:="[^"<>]*")?)*)\\s*(/?)>`, 'y')
const TEXT = /[^<>]+/y
const ATTRIBUTE = /([\w-]+)="([^"<>]*)"/g
const ALLOWED = new RegExp(`^(?:${ATTRIBUTES})$`)
/** The numbers before the symbol of a nuclide, as in '\\ce{^{14}_{6}C}', which the library places by styles. */
const NUCLIDE =
  /<msubsup><mpadded width="0\.1px"><mphantom><mi>X<\/mi><\/mphantom><\/mpadded><mpadded height="0px" depth="0px"><mphantom>(.*?)<\/mphantom><\/mpadded><mpadded height="0px" depth="0px"><mphantom>(.*?)<\/mphantom><\/mpadded><\/msubsup><msubsup>.*?<\/msubsup>/g
/** The style that the library writes for a box; no style reaches a page. */
const BOX = /(?:^|;)border:/

type Formula = { html: string } | { fault: string }

/**
 * Turns TeX into MathML, or says in French why it cannot. The library's answer is read again and written tag by tag:
 * only elements, attributes and classes of the lists above reach a page.
 */
export function renderFormula(tex: string, { isBlock }: { isBlock: boolean }): Formula {
  const fault = sizeFault(tex)
  if (fault !== null) return { fault }
  try {
    const written = temml.renderToString(tex, {
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      strict: false,
      ...LIMITS,
    })
    const html = rewrite(
      written.replaceAll(
        NUCLIDE,
        '<mmultiscripts><mrow></mrow><mprescripts/><mrow>$1</mrow><mrow>$2</mrow></mmultiscripts>',
      ),
    )
    return html === null ? { fault: 'Cette commande ne peut pas être affichée' } : { html }
  } catch (error) {
    return { fault: faultOf(error instanceof Error ? error.message : '') }
  }
}

/** Braces in a comment would be no levels; a comment of a lesson is a per cent sign by mistake. */
function sizeFault(tex: string): string | null {
  if (tex.length > MAX_FORMULA) return `Une formule a ${MAX_FORMULA} caractères au plus`
  let level = 0
  for (const [sign] of tex.matchAll(/\\[a-z]+|\\.|[{}%]/gis)) {
    if (REFUSED.test(sign)) return `Commande inconnue : ${sign}`
    if (sign === '%') return "Dans une formule, « % » s'écrit \\%"
    if (sign === '{') level += 1
    if (sign === '}') level -= 1
    if (level > MAX_LEVELS) return `Une formule a ${MAX_LEVELS} niveaux d'accolades au plus`
  }
  return null
}

function rewrite(written: string): string | null {
  let html = ''
  for (let at = 0; at < written.length; ) {
    const [tag, text] = [matchAt(TAG, written, at), matchAt(TEXT, written, at)]
    if (tag) html += `<${tag[1]}${tag[2]}${attributesOf(tag[3] ?? '')}${tag[4]}>`
    else if (text) html += escapeText(text[0])
    else return null
    at += (tag ?? text)?.[0].length ?? 1
  }
  return html
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function attributesOf(written: string): string {
  return [...written.matchAll(ATTRIBUTE)]
    .flatMap(([, name = '', value = '']) => {
      if (ALLOWED.test(name)) return [` ${name}="${escapeText(value)}"`]
      const kept = name === 'class' ? value.split(' ').filter((each) => CLASSES.has(each)) : []
      if (name === 'style' && BOX.test(value)) kept.push('tml-box')
      return kept.length > 0 ? [` class="${kept.join(' ')}"`] : []
    })
    .join('')
}

/** Entities of the library stay as they are. */
function escapeText(text: string): string {
  return text.replaceAll(/&(?!(?:amp|lt|gt|quot|#\d+|#x[\da-f]+);)/gi, '&amp;').replaceAll('"', '&quot;')
}

/** By the library's messages. */
const FAULTS: readonly [RegExp, (found: string) => string][] = [
  [/(?:Unsupported function name:|Function)[^\\]*(\\[a-z]+)/i, (name) => `Commande inconnue : ${name}`],
  [/No such environment: (\w+)/, (name) => `Environnement inconnu : ${name}`],
  [
    /Double (\w+)/,
    (what) => `Deux ${what === 'superscript' ? 'exposants' : 'indices'} de suite : mettez des accolades`,
  ],
  [/Expected '(\\right|\})', got 'EOF'/, (sign) => `Il manque « ${sign} »`],
  [/expected '(\})' at end/, (sign) => `Il manque « ${sign} »`],
  [/Expected 'EOF', got '(.)'/, (sign) => `« ${sign} » ne peut pas être à cet endroit`],
  [/Expected & or (.)/, () => 'Il manque « \\end{…} »'],
  [/(Too many expansions)/, () => 'Cette formule est trop longue'],
]

function faultOf(message: string): string {
  for (const [pattern, text] of FAULTS) {
    const found = pattern.exec(message)?.[1]
    if (found !== undefined) return text(found)
  }
  return "Cette formule n'est pas complète"
}
