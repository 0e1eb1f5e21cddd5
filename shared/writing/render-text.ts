import createMarkdown, {
  type Env,
  type MarkdownIt,
  type StateBlock,
  type StateInline,
  type Token,
} from 'markdown-it'
import { renderFormula } from './formula.ts'
import { withFrenchSpaces } from './french-text.ts'

/** A formula that cannot be shown, by its line from 1. */
type WritingFault = { line: number; message: string }
export type RenderedText = { html: string; faults: WritingFault[] }

/** Levels by which headings move down: the page has a title, and the text has one on it. */
const HEADING_SHIFT = 2
const LOWEST_HEADING = 6
/** Limit of all formulas of a text as HTML, in characters: a few signs become much, and one item stores the text. */
const MAX_FORMULAS = 250_000
/** Wrong formulas cost time as well. */
const MAX_FAULTS = 50
/** Links lead to secure pages and to pages of the site. */
const LINK = /^(?:https:\/\/|\/(?![/\\]))/

type Environment = Env & { faults: WritingFault[]; formulas: number }

const TOO_MANY = 'Ce texte contient trop de formules'
const NO_PICTURE = "Une fiche ne contient pas encore d'image"

/**
 * Markdown with formulas (`$…$` within a line, `$$…$$` on lines of their own) and tables becomes HTML without scripts,
 * styles and pictures. HTML of the writer is shown as text. A formula that cannot be shown stands there as it was
 * written, with its fault in French.
 */
export function renderText(markdown: string): RenderedText {
  const environment: Environment = { faults: [], formulas: 0 }
  return { html: writer.render(markdown, environment), faults: environment.faults }
}

const writer = createWriter()

function createWriter(): MarkdownIt {
  const markdown = createMarkdown({ html: false, linkify: false, typographer: false, breaks: true })
  markdown.validateLink = (address) => LINK.test(address)
  markdown.block.ruler.before('fence', 'formulas', readBlock, { alt: ['paragraph', 'list', 'blockquote'] })
  markdown.inline.ruler.before('escape', 'formulas', readInline)
  const { rules } = markdown.renderer
  const { escapeHtml } = markdown.utils
  const fault = (source: string, message: string, { meta }: Token, environment: Env | undefined) => {
    ;(environment as Environment).faults.push({ line: Number(meta?.['line'] ?? 1), message })
    return `<mark data-fault="" title="${escapeHtml(message)}">${escapeHtml(source)}</mark>`
  }
  rules['formula'] = (tokens, index, _options, environment) => {
    const token = tokens[index] as Token
    const { content, block, meta } = token
    const end = typeof meta?.['end'] === 'string' ? escapeHtml(meta['end']) : ''
    const text = environment as Environment
    const refuse = (message: string) =>
      fault(block ? `$$${content}$$` : `$${content}$`, message, token, environment) + end
    if (text.formulas > MAX_FORMULAS || text.faults.length >= MAX_FAULTS) return refuse(TOO_MANY)
    const formula = renderFormula(content, { isBlock: block })
    if ('fault' in formula) return refuse(formula.fault)
    const html = end === '' ? formula.html : `<span data-tied="">${formula.html}${end}</span>`
    text.formulas += html.length
    if (text.formulas > MAX_FORMULAS) return refuse(TOO_MANY)
    return block ? `<div data-formula="">${html}</div>\n` : html
  }
  rules['image'] = (tokens, index, _options, environment) => {
    const token = tokens[index] as Token
    return fault(token.content, NO_PICTURE, token, environment)
  }
  // A wide table scrolls by itself, also by the keyboard, and no cell has a style of its own.
  rules['table_open'] = () => '<div data-table="" tabindex="0"><table>\n'
  rules['table_close'] = () => '</table></div>\n'
  for (const cell of ['th_open', 'td_open'])
    rules[cell] = (tokens, index) => {
      const token = tokens[index] as Token
      const align = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
      return align ? `<${token.tag} data-align="${align}">` : `<${token.tag}>`
    }
  rules['link_open'] = (tokens, index, options, _environment, self) => {
    const token = tokens[index] as Token
    if (!String(token.attrGet('href')).startsWith('/')) token.attrSet('rel', 'noopener noreferrer')
    return self.renderToken(tokens, index, options)
  }
  markdown.core.ruler.push('headings, lines and spaces', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type.startsWith('heading_'))
        token.tag = `h${Math.min(Number(token.tag.slice(1)) + HEADING_SHIFT, LOWEST_HEADING)}`
      // A formula within a line is known by the paragraph or cell in which it stands.
      const line = token.map ? token.map[0] + 1 : null
      let below = 0
      let formula: Token | null = null
      for (const child of token.children ?? []) {
        if (child.type === 'softbreak' || child.type === 'hardbreak') below += 1
        if (child.type === 'text') {
          const text = withFrenchSpaces(child.content)
          // Browsers would begin a line with the sign that follows a formula.
          const [end = ''] = (formula && /^\u00a0?[.,:;!?»)]+/.exec(text)) ?? []
          if (formula) formula.meta = { ...formula.meta, end }
          child.content = text.slice(end.length)
        }
        formula = child.type === 'formula' ? child : null
        if (line !== null) child.meta = { ...child.meta, line: line + below }
      }
    }
  })
  return markdown
}

/** `$$…$$` from the beginning of a line to the end of this or a later one. */
function readBlock(state: StateBlock, start: number, end: number, isSilent: boolean): boolean {
  const lineOf = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
  if (!lineOf(start).startsWith('$$')) return false
  const lines: string[] = []
  for (let line = start; line < end; line += 1) {
    const text = line === start ? lineOf(line).slice(2) : lineOf(line)
    const isLast = text.trimEnd().endsWith('$$')
    lines.push(isLast ? text.trimEnd().slice(0, -2) : text)
    if (!isLast) continue
    const content = lines.join('\n').trim()
    if (content === '') return false
    if (isSilent) return true
    state.line = line + 1
    const token = state.push('formula', '', 0)
    token.block = true
    token.content = content
    token.map = [start, state.line]
    token.meta = { line: start + 1 }
    return true
  }
  return false
}

/** `$…$` within a line; a dollar before a space or after one is a dollar. */
function readInline(state: StateInline, isSilent: boolean): boolean {
  const [, content] =
    /^\$((?:[^\s$\\]|\\.)(?:(?:[^$\\\n]|\\.)*(?:[^\s$\\]|\\.))?)\$(?!\d)/.exec(state.src.slice(state.pos)) ??
    []
  if (content === undefined) return false
  if (!isSilent) state.push('formula', '', 0).content = content
  state.pos += content.length + 2
  return true
}
