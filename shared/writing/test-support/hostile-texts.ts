import * as fc from 'fast-check'

/** The elements and attributes that a text of an owner or student may become; addresses are secure or the site's. */
const ELEMENT =
  /^<\/?(?:p|h[3-6]|ul|ol|li|strong|em|s|code|pre|blockquote|hr|br|a|mark|span|div|table|thead|tbody|tr|th|td|m[a-z]+|none)(?: (?:href="(?:https:\/\/|\/)[^"<>]*"|rel="noopener noreferrer"|title="[^"<>]*"|start="\d+"|class="[\w -]*"|(?:data-)?[a-z]+="[^"<>]*"))*>$/
const FORBIDDEN = /\s(?:on\w+|style|src|srcset|action|formaction|xlink:href|id|name)=/i

/** Returns the tags of a text's HTML that no page may contain. */
export function foreignTags(html: string): string[] {
  return [...html.matchAll(/<[^>]*>?/g)]
    .map(([tag]) => tag)
    .filter((tag) => !ELEMENT.test(tag) || FORBIDDEN.test(tag))
}

/** Words with which a writer might try to get HTML, addresses or styles of their own into a page. */
const PIECES = [
  ['$', '$$', '\n', '\n\n', '\\', '{', '}', '<script>', '<img src=x onerror=y>', '">', "'"],
  ['&lt;', '&#60;', '`', '```', '~~~', '> ', '- ', '# ', '| a |\n|---|\n| ', '[a](', ')', '!['],
  ['javascript:alert(1)', 'data:text/html,x', '//x.ma', 'https://x.ma/"onclick="y', '<https://x.ma>'],
  ['\\href{', '\\class{a}{', '\\style{', '\\htmlData{', '\\includegraphics{', '\\text{', '\\mathrm{'],
  ['\\frac', '^', '_', '\\color{red}', '\\def\\a{', '\\a', '\\ce{', '\\begin{cases}', '\\end{cases}'],
  ['&', '\\\\', '\\tag{', '\\label{', '\\unicode{', '<mi>', '</math>', ' ', 'x'],
].flat()

/** Texts made of such words and of anything else. */
export const hostileTexts = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PIECES) }, fc.string()), { maxLength: 30 })
  .map((parts) => parts.join(''))

/** Returns a table of a hundred columns whose rows are empty: each of their signs becomes some thousand of HTML. */
export function wideTable(length: number): string {
  return `|${'a|'.repeat(100)}\n|${'-|'.repeat(100)}\n${'|\n'.repeat(length)}`.slice(0, length - 1)
}
