import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import { PAPER_PATH } from '#shared/catalogue/page-path.ts'
import { chapterPages, personalPages, personalSections, publicPages } from '#shared/catalogue/pages.ts'
import { OLDEST_SUBJECT_YEAR } from '#shared/catalogue/subjects.ts'
import { queryFields, type Route } from '#shared/contract/define-route.ts'
import { LINK_COOKIE, LINK_PARAMETER } from '#shared/contract/files.ts'
import { routes } from '#shared/contract/routes.ts'
import { problems } from '#shared/domain/problems.ts'
import { preparedPath } from '#shared/entities/prepared-document.ts'

const LISTS = Object.values<Route>(routes).filter(({ sharedCacheSeconds }) => sharedCacheSeconds > 0)

const CONSTANTS = {
  'page-request': {
    PUBLIC_PAGES: publicPages,
    CHAPTERS: chapterPages,
    PERSONAL_PAGES: personalPages,
    PERSONAL_SECTIONS: personalSections,
    PAPER_PATH,
    OLDEST_YEAR: OLDEST_SUBJECT_YEAR,
  },
  'page-response': {},
  'document-request': {
    LINK_COOKIE,
    LINK_PARAMETER,
    PREPARED: preparedPath(''),
    PREPARED_FILE: `^${preparedPath('[0-9a-f]{64}')}/[\\w@]+\\.\\w+$`,
  },
  'list-request': {
    LISTS: LISTS.map((list) => ({
      path: `^${list.path.replace(/\{\w+\}/g, '[^/]+')}$`,
      fields: queryFields(list),
    })),
    INVALID: {
      type: 'urn:problem-type:invalid-request',
      ...problems.INVALID_REQUEST,
      code: 'INVALID_REQUEST',
      requestId: 'edge',
    },
  },
} as const satisfies Record<string, Record<string, unknown>>

export type EdgeFunctionName = keyof typeof CONSTANTS

type Value = { value: string; multiValue?: { value: string }[] }
type Values = Record<string, Value | undefined>

export type ViewerRequest = { uri: string; querystring: Values; headers: Values; cookies: Values }

export type ViewerResponse = {
  statusCode: number
  statusDescription?: string
  headers?: Values
  body?: string
}

/** Before CloudFront looks for an answer. */
export type RequestEvent = { request: ViewerRequest }

/** Before CloudFront answers. */
export type ResponseEvent = { response: ViewerResponse & { headers: Values } }

/** Returns the code of a CloudFront Function as it is deployed: one script in ASCII that declares `handler`. */
export function edgeFunctionCode(name: EdgeFunctionName): string {
  const source = readFileSync(new URL(`functions/${name}.ts`, import.meta.url), 'utf8')
  const constants = Object.entries(CONSTANTS[name]).map(
    ([constant, value]) => `const ${constant} = ${JSON.stringify(value)}\n`,
  )
  const { code } = transformSync(constants.join('') + source, {
    loader: 'ts',
    // The runtime supports little beyond ES5; other syntax, such as destructuring, is an error here.
    target: 'es5',
    supported: { arrow: true, 'const-and-let': true, 'template-literal': true },
    minifyWhitespace: true,
  })
  return code.replace('export function handler', 'function handler')
}

/** Their path patterns, from '/api/chapters/{track}/{theme}/{chapter}' to '/api/chapters/*' with a star for each segment. */
export const LIST_PATTERNS = LISTS.map(({ path }) => path.replace(/\{\w+\}/g, '*'))

export const LIST_FIELDS = [...new Set(LISTS.flatMap(queryFields))]
