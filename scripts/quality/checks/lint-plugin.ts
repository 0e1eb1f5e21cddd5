import { relative } from 'node:path'
import { TRACK_CODES, TRACK_SLUGS } from '#shared/catalogue/tracks.ts'
import { refusal } from './boundaries.ts'

/** Codes also as addresses and searches spell them. */
const words = [...TRACK_CODES, ...TRACK_CODES.map((code) => code.toLowerCase()), ...TRACK_SLUGS]
const TRACK = new RegExp(`(?<![\\p{L}\\d])(?:${words.join('|')})(?![\\p{L}\\d])`, 'u')

/** Numbers of rules and promises that no file of the repository declares; S3 and cdk-nag's S1 are Amazon's. */
const OUTSIDE =
  /(?<!-)\b(?:[DPR]\d{1,2}|S(?:[12]|[4-9]|1\d))\b|\b[Ss]pec(?:ification)? section\b|\b[Bb]ars? [A-Z]\d|\b(?:api|quality|architecture|spec|style|toolchain)\.md\b/

/** Words that code and pages do without, each with the reason; words.test.ts looks for them in pages. */
export const WORDS: readonly { pattern: RegExp; reason: string }[] = [
  { pattern: OUTSIDE, reason: 'refers to something outside the repository' },
  { pattern: /\b(?:whoever|nobody|somebody|anybody|everybody)\b/i, reason: 'names a person without a role' },
  { pattern: /\b(?:he|him|his|she|hers?)\b/i, reason: 'says the gender of a user' },
]

/** The same for comments, with words and beginnings that are wrong there alone. */
const COMMENT_WORDS: typeof WORDS = [
  ...WORDS,
  { pattern: /\bmeanwhile\b/i, reason: "says no time, unlike 'during' and 'since'" },
  { pattern: /^[\s*]*(?:Of|Whose) |^\*[\s*]*(?:How|What|Where|Whether|Who) /, reason: 'begins no sentence' },
]

type Node = { type: string; parent?: Node | null }
type Variable = { references: { identifier: Node; writeExpr?: Node | null }[] }
type Context = {
  cwd: string
  filename: string
  report: (finding: { node: Node; message: string }) => void
  sourceCode: {
    getAllComments: () => (Node & { value: string })[]
    getText: (node: Node) => string
    getDeclaredVariables: (node: Node) => Variable[]
  }
}

const READING =
  /\bawait\b[^]*\.(?:all(?:Inner|Text)\w+|boundingBox|count|evaluate(?:All)?|getAttribute|inner\w+|inputValue|is[A-Z]\w+|textContent|title)\(/
const ASSERTION = /^expect\w*(?:\.soft)?$/

/** A function in between is called by the assertion itself, as by `expect.poll`. */
function isAsserted(value: Node, context: Context): boolean {
  for (let [node, parent] = [value, value.parent]; parent; [node, parent] = [parent, parent.parent]) {
    if (parent.type.includes('Function')) return false
    const { callee, arguments: [first] = [] } = parent as Node & { callee?: Node; arguments?: Node[] }
    if (parent.type === 'CallExpression' && callee && first === node)
      if (ASSERTION.test(context.sourceCode.getText(callee))) return true
  }
  return false
}

/** Sees every text of a file, as it is written. */
const visitTexts = (see: (node: Node, text: string) => void) => ({
  Literal: (node: Node & { raw: string | null }) => see(node, node.raw ?? ''),
  TemplateElement: (node: Node & { value: { raw: string } }) => see(node, node.value.raw),
  JSXText: (node: Node & { raw: string }) => see(node, node.raw),
})

export default {
  meta: { name: 'project' },
  rules: {
    'import-boundaries': {
      create(context: Context) {
        const file = relative(context.cwd, context.filename).replaceAll('\\', '/')
        const check = (node: Node & { source?: (Node & { value?: unknown }) | null }) => {
          if (typeof node.source?.value !== 'string') return
          const message = refusal(file, node.source.value)
          if (message) context.report({ node, message })
        }
        return {
          ImportDeclaration: check,
          ImportExpression: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
        }
      },
    },
    /** Reports words that neither comments nor texts use, and beginnings that make no sentence of a comment. */
    'plain-words': {
      create(context: Context) {
        const check = (node: Node, text: string, forbidden = WORDS) => {
          for (const { pattern, reason } of forbidden) {
            const found = pattern.exec(text)?.[0].trim()
            if (found) context.report({ node, message: `'${found}' ${reason}.` })
          }
        }
        return {
          Program() {
            for (const comment of context.sourceCode.getAllComments())
              check(comment, comment.value, COMMENT_WORDS)
          },
          ...visitTexts(check),
        }
      },
    },
    /** Tracks are declared in shared/catalogue alone. */
    'no-track-literal': {
      create(context: Context) {
        const check = (node: Node, text: string) => {
          const found = TRACK.exec(text)?.[0]
          if (found)
            context.report({ node, message: `'${found}' is a track: take it from shared/catalogue.` })
        }
        return visitTexts(check)
      },
    },
    /**
     * Assertions about what was read once, waits for a time or for a quiet network, and a network that is cut while
     * something may be on its way. The outcome of a promise that began earlier may be asserted, such as an answer.
     */
    'no-flaky-test': {
      create(context: Context) {
        const { getDeclaredVariables, getText } = context.sourceCode
        const message =
          'Fails by chance: wait with a web-first assertion, expect.poll, Person.hasLoaded or losesNetwork.'
        const report = (node: Node) => context.report({ node, message })
        return {
          AwaitExpression(node: Node & { argument: Node }) {
            if (node.argument.type !== 'Identifier' && isAsserted(node, context)) report(node)
          },
          VariableDeclarator(node: Node) {
            for (const { references } of getDeclaredVariables(node))
              if (references.some(({ writeExpr }) => writeExpr && READING.test(getText(writeExpr))))
                for (const { identifier } of references)
                  if (isAsserted(identifier, context)) report(identifier)
          },
          CallExpression(node: Node) {
            if (getText(node).endsWith('.setOffline(true)')) report(node)
          },
          Literal(node: Node & { value: unknown }) {
            if (node.value === 'networkidle') report(node)
          },
          Identifier(node: Node & { name: string }) {
            if (node.name === 'waitForTimeout') report(node)
          },
        }
      },
    },
  },
}
