import { dirname, join, matchesGlob, normalize } from 'node:path'

type Boundary = {
  /** Rooms, or single files where the name ends with `.ts`. */
  imports: readonly string[]
  packages?: RegExp
  refused?: RegExp
}

const DYNAMODB = '@aws-sdk/(?:client|lib|util)-dynamodb'
const SERVICES = '@aws-sdk/client-(?:cloudfront|cognito-identity-provider|s3|secrets-manager|sesv2|ssm)'
const OTHER_SIDES = 'react|react-dom|react-router-dom|aws-amplify|aws-cdk-lib|constructs|cdk-nag'
const named = (...names: string[]) => new RegExp(`^(?:${names.join('|')})(?:$|/)`)

const PURE = { packages: named('valibot') }
const NO_CLIENTS = { refused: named(OTHER_SIDES, DYNAMODB, SERVICES) }
const IN_BROWSER = { refused: named('@aws-sdk', 'aws-cdk-lib', 'constructs', '@middy') }

/** The number of inputs, and the answers that screens are tested with. */
const FOR_ALL_TESTS = 'shared/test-support/*.ts'

const READS = ['shared/**', 'functions/data', 'functions/http']
const STORES = [...READS, 'functions/data/table']
const ENVIRONMENTS = 'functions/*/environment.ts'
const TABLE_SHAPE = 'functions/data/table/table-shape.ts'

/**
 * Which room may import which; what is not listed is refused. A room is a folder with all folders in it that are no rooms
 * themselves. In names, a star stands for any folder of a place, two stars for all rooms below it.
 */
export const boundaries: Record<string, Boundary> = {
  'shared/catalogue': { imports: [], ...PURE },
  'shared/entities': { imports: ['shared/catalogue'], ...PURE },
  'shared/domain': { imports: ['shared/catalogue', 'shared/entities'], ...PURE },
  // Sheets and answers: the libraries of Markdown and formulas reach functions and the dashboard, no public page.
  'shared/writing': { imports: [], packages: named('markdown-it', 'temml') },
  'shared/contract': { imports: ['shared/catalogue', 'shared/entities', 'shared/domain'], ...PURE },

  'functions/aws': { imports: ['shared/**'], refused: named(OTHER_SIDES, DYNAMODB) },
  'functions/data/table': { imports: ['shared/**', 'functions/aws'], refused: named(OTHER_SIDES, SERVICES) },
  'functions/data': { imports: ['shared/**', 'functions/data/table'], refused: named(OTHER_SIDES, SERVICES) },
  'functions/http': {
    imports: ['shared/**', 'functions/aws', 'functions/data', 'functions/data/table'],
    ...NO_CLIENTS,
  },
  'functions/drive': { imports: ['shared/**', 'functions/aws'], ...NO_CLIENTS },
  'functions/pdf': { imports: ['shared/**'], ...NO_CLIENTS },
  'functions/delivery': { imports: ['shared/**', 'functions/drive', 'functions/http'], ...NO_CLIENTS },
  'functions/copies': {
    imports: [...STORES, 'functions/delivery', 'functions/drive', 'functions/pdf'],
    ...NO_CLIENTS,
  },
  'functions/files': {
    imports: [...STORES, 'functions/aws', 'functions/delivery', 'functions/drive'],
    ...NO_CLIENTS,
  },
  'functions/documents': {
    imports: [...STORES, 'functions/aws', 'functions/drive', 'functions/pdf'],
    ...NO_CLIENTS,
  },
  'functions/preparation': {
    imports: [...STORES, 'functions/aws', 'functions/documents', 'functions/drive', 'functions/pdf'],
    ...NO_CLIENTS,
  },
  'functions/admin': {
    imports: [...READS, 'functions/account-lifecycle', 'functions/aws', 'functions/admin/*'],
    ...NO_CLIENTS,
  },
  'functions/admin/accounts': { imports: [...STORES, 'functions/account-lifecycle'], ...NO_CLIENTS },
  'functions/admin/content': { imports: [...STORES, 'functions/admin'], ...NO_CLIENTS },
  'functions/admin/import': { imports: [...STORES, 'functions/admin'], ...NO_CLIENTS },
  'functions/admin/*': { imports: STORES, ...NO_CLIENTS },
  'functions/*': { imports: [...STORES, 'functions/account-lifecycle', 'functions/aws'], ...NO_CLIENTS },

  infra: { imports: ['shared/**', ENVIRONMENTS, TABLE_SHAPE, 'infra/constructs/*'] },
  'infra/constructs/edge': { imports: ['shared/**', ENVIRONMENTS, 'infra'] },
  'infra/constructs/functions': {
    imports: ['shared/**', ENVIRONMENTS, TABLE_SHAPE, 'infra', 'infra/constructs/edge'],
  },
  'infra/constructs/*': {
    imports: [ENVIRONMENTS, 'functions/http/metric-names.ts', 'infra', 'infra/constructs/functions'],
  },

  'web/src/lib': { imports: ['shared/**'], ...IN_BROWSER },
  'web/src/ui': { imports: ['shared/**', 'web/src/lib'], ...IN_BROWSER },
  'web/src/features/*': { imports: ['shared/**', 'web/src/lib', 'web/src/ui'], ...IN_BROWSER },
  'web/src': { imports: ['shared/**', 'web/src/**'], ...IN_BROWSER },
  'web/worker': { imports: ['shared/**'], ...IN_BROWSER },
  'web/build': { imports: ['shared/**', 'web/src'], ...IN_BROWSER },
  // Browser tests know the product by its pages and its API alone.
  'web/e2e': { imports: ['shared/**', FOR_ALL_TESTS, 'scripts/quality'] },
  web: { imports: ['web/build'] },

  'scripts/local': {
    imports: ['shared/**', 'functions/data', 'functions/data/table', 'functions/pdf', 'infra'],
  },
  'scripts/operations': {
    imports: [
      'shared/**',
      'functions/admin/import',
      'functions/data',
      'functions/data/table',
      'functions/drive',
      'infra',
      'scripts/local',
    ],
  },
  'scripts/quality': { imports: ['shared/**', 'functions/**', 'infra', 'infra/**', 'scripts/local'] },
  scripts: { imports: ['shared/**', 'functions/**', 'infra', 'scripts/**'] },
}

const forTests: Record<string, readonly string[]> = {
  shared: ['shared/**'],
  functions: ['shared/**', 'functions/**', 'scripts/local'],
  infra: ['shared/**', 'infra/**', 'functions/data/keys.ts'],
  web: ['web/**'],
  scripts: ['scripts', 'scripts/**', 'functions/**', 'infra/**'],
}

const AREAS = Object.keys(forTests)
const TEST = /\.test\.tsx?$|\/test(?:-support)?\//
const RELATIVE = ['shared', 'functions', 'infra']

/** @returns why a file may not import something; undefined where it may */
export function refusal(file: string, specifier: string): string | undefined {
  const [area = ''] = file.split('/')
  if (!AREAS.includes(area)) return undefined
  const room = roomOf(file)
  const { imports, packages, refused } = boundaryOf(room) ?? { imports: [] }
  const isTest = TEST.test(file)
  if (!/^[.#]/.test(specifier)) {
    if (isTest && (area !== 'shared' || specifier === 'fast-check')) return undefined
    if (packages?.test(specifier) ?? !refused?.test(specifier)) return undefined
    return `${room} does not import ${specifier}.`
  }
  const target = targetOf(file, specifier)
  // Pictures, styles and pages of the own area.
  if (!/\.[mc]?[jt]sx?$/.test(target)) return undefined
  const isOwnArea = target.startsWith(`${area}/`)
  if (specifier.startsWith('.') && !isOwnArea) return 'Another area is imported by its name, such as #shared.'
  if (specifier.startsWith('#') && isOwnArea && RELATIVE.includes(area))
    return `Files of ${area} import each other by relative paths.`
  const targetRoom = roomOf(target)
  if (targetRoom === room) return undefined
  const allowed = isTest ? [...imports, ...(forTests[area] ?? []), FOR_ALL_TESTS] : imports
  const isAllowed = allowed.some((name) => matchesGlob(name.endsWith('.ts') ? target : targetRoom, name))
  return isAllowed ? undefined : `${room} does not import ${targetRoom}.`
}

export function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier)).replaceAll('\\', '/')
  return specifier.replace(/^#web\//, 'web/src/').replace(/^#/, '')
}

export function roomOf(file: string): string {
  let folder = dirname(file)
  while (boundaryOf(folder) === undefined && folder.includes('/')) folder = dirname(folder)
  return folder
}

/** Rooms by folder, since lint asks for each import and matching a pattern is slow. */
const known = new Map<string, Boundary | undefined>()

export function boundaryOf(folder: string): Boundary | undefined {
  if (!known.has(folder)) {
    const pattern = Object.keys(boundaries).find((name) => matchesGlob(folder, name))
    known.set(folder, boundaries[folder] ?? boundaries[pattern ?? ''])
  }
  return known.get(folder)
}
