import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { ROOT } from '#infra/run-app.ts'

type Statement = {
  version_added?: string | false
  version_removed?: string
  flags?: unknown
  prefix?: string
  alternative_name?: string
}
type Feature = { __compat?: { support: Record<string, Statement | Statement[] | undefined> } }
type Types = Record<string, Record<string, Feature>>

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** The oldest browsers in which the whole site works, as 'chrome 109'; the build of the site also takes them from there. */
const browsers = (readJson(join(ROOT, 'package.json')) as { browserslist: string[] }).browserslist.map(
  (entry) => entry.replace('ios_saf', 'safari_ios').split(' ') as [name: string, version: string],
)

const { api, javascript } = readJson(fileURLToPath(import.meta.resolve('@mdn/browser-compat-data'))) as {
  api: Types
  javascript: { builtins: Types }
}

const lacking = {
  /** Read without an object, as `Iterator`. */
  globals: new Set<string>(),
  /** Functions of a global object, as `Object.groupBy`. */
  functions: new Set<string>(),
  /** Methods of values, as `toSorted`, unless a value of another type has one of that name. */
  methods: new Set<string>(),
}

const known = new Set<string>()
for (const [types, isLanguage] of [[javascript.builtins, true] as const, [api, false] as const])
  for (const [type, { __compat: _, ...members }] of Object.entries(types)) {
    const isTypeLacking = isLacking(types[type] as Feature)
    if (isTypeLacking) lacking.globals.add(type)
    for (const [member, feature] of Object.entries(members)) {
      const name = member.replace(/_static$/, '')
      if (name.includes('_')) continue
      if (!isLacking(feature) && !isTypeLacking) known.add(name)
      else if (type === 'Window') lacking.globals.add(name)
      else if (member !== name || isLanguage) lacking.functions.add(`${type}.${name}`)
      // A browser has no values of a type that it lacks.
      if (member === name && isLacking(feature) && (isLanguage || !isTypeLacking)) lacking.methods.add(name)
    }
  }
for (const name of known) lacking.methods.delete(name)

function isLacking({ __compat }: Feature): boolean {
  return browsers.some(([browser, version]) =>
    [__compat?.support[browser] ?? []].flat().every((statement) => !isSupported(statement, version)),
  )
}

function isSupported(statement: Statement, version: string): boolean {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name: other } = statement
  return isAtMost(added, version) && !isAtMost(removed, version) && !flags && !prefix && !other
}

function isAtMost(one: string | false | undefined, other: string): boolean {
  if (!one || one === 'preview') return false
  return one.replace('≤', '').localeCompare(other, 'en', { numeric: true }) <= 0
}

type Node = { type: string; [key: string]: unknown }

/** Patterns with a look-behind, which Safari lacks before 16.4. */
const LOOK_BEHIND = /\(\?<[=!]/

/** A call with `?.` has asked for the function first. */
export function listLacking(script: string): string[] {
  const found = new Set<string>()
  visit(parseAst(script) as unknown as Node, (node) => {
    const { type, name, callee, optional } = node as Node & { name?: string; callee?: Node }
    if (type === 'Identifier' && name && lacking.globals.has(name)) found.add(name)
    if (LOOK_BEHIND.test(textOf(node))) found.add('(?<')
    if (type !== 'CallExpression' || callee?.type !== 'MemberExpression' || optional) return
    const [object, property] = [callee['object'], callee['property']] as { name?: string }[]
    const called = `${object?.name}.${property?.name}`
    if (lacking.functions.has(called)) found.add(called)
    else if (!callee['computed'] && lacking.methods.has(`${property?.name}`)) found.add(`${property?.name}`)
  })
  return [...found]
}

/** '' for any other node. */
function textOf({ type, value, regex }: Node & { regex?: { pattern: string }; value?: unknown }): string {
  if (type === 'TemplateElement') return (value as { raw: string }).raw
  return regex?.pattern ?? (type === 'Literal' && typeof value === 'string' ? value : '')
}

export function listMethods(script: string): string[] {
  const names: string[] = []
  visit(parseAst(script) as unknown as Node, ({ type, method, key }) => {
    if (type === 'Property' && method === true) names.push((key as { name: string }).name)
  })
  return names
}

/** Leaves out the names of properties. */
function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const [key, value] of Object.entries(node)) {
    if ((key === 'property' || key === 'key') && node['computed'] === false) continue
    for (const child of [value].flat())
      if (child !== null && typeof child === 'object' && 'type' in child) visit(child as Node, see)
  }
}
