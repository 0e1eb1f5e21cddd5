import { TRACK_CODES, TRACK_SLUGS } from '#shared/catalogue/tracks.ts'

/** Codes also as addresses and searches spell them. */
const words = [...TRACK_CODES, ...TRACK_CODES.map((code) => code.toLowerCase()), ...TRACK_SLUGS]
const TRACK = new RegExp(`(?<![\\p{L}\\d])(?:${words.join('|')})(?![\\p{L}\\d])`, 'u')

type Node = { type: string }
type Context = { report: (finding: { node: Node; message: string }) => void }

/** Rules of this project for oxlint. */
export default {
  meta: { name: 'project' },
  rules: {
    /** Reports each string, template, pattern and JSX text that names a track: tracks are declared in shared/catalogue alone. */
    'no-track-literal': {
      create(context: Context) {
        const check = (node: Node, text: string) => {
          const found = TRACK.exec(text)?.[0]
          if (found)
            context.report({ node, message: `'${found}' is a track: take it from shared/catalogue.` })
        }
        return {
          Literal: (node: Node & { raw: string | null }) => check(node, node.raw ?? ''),
          TemplateElement: (node: Node & { value: { raw: string } }) => check(node, node.value.raw),
          JSXText: (node: Node & { raw: string }) => check(node, node.raw),
        }
      },
    },
  },
}
