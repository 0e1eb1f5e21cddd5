import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Leave out what packages bring and no page of the site uses. Bundlers keep a part of a package that an option turns on,
 * or that a class has as a method, so that each is named here. The build fails for a version of a package that has none
 * of that name.
 */
export const trims = (): Plugin[] => [trimIcons(), trimQueries(), trimReact(), trimRouter()]

const ICONS = '/lucide-react/dist/esm/icons/'
const ICON_FACTORY = join(import.meta.dirname, '../src/ui/create-icon.ts')
const IMPORT_FACTORY = `import { createIcon as createLucideIcon } from ${JSON.stringify(ICON_FACTORY)};`

function trimIcons(): Plugin {
  return {
    name: 'trim-icons',
    apply: 'build',
    transform(code, id) {
      if (!id.includes(ICONS) || !code.includes('createLucideIcon(')) return null
      return replaced(
        // An icon's name, its other names and the keys of its shapes are for options of Lucide's own factory.
        code.replace(/, key: "\w+"|^ {2}(?:name|size|aliases): .+,?$|^__iconData\.node;$/gm, ''),
        ["import createLucideIcon from '../createLucideIcon.mjs';", IMPORT_FACTORY],
      )
    },
  }
}

/**
 * Parts for transitions between views, `<Activity>`, `<SuspenseList>`, references to fragments, custom elements, and
 * stacks of components, for which React calls each component of a failed page once more.
 */
const REACT_PARTS = [
  'applyViewTransitionName',
  'applyViewTransitionToHostInstancesRecursive',
  'commitAppearingPairViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitEnterViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'createMeasurement',
  'createViewTransitionInstance',
  'describeNativeComponentFrame',
  'measureClonedInstance',
  'measureInstance',
  'measureNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'restorePairedViewTransitions',
  'restoreViewTransitionName',
  'restoreViewTransitionOnHostInstances',
  'scheduleViewTransitionEvent',
  'setPropOnCustomElement',
  'startViewTransition',
  'updateActivityComponent',
  'updateSuspenseListComponent',
]

function trimReact(): Plugin {
  return {
    name: 'trim-react',
    apply: 'build',
    transform: (code, id) =>
      id.endsWith('/react-dom-client.production.js')
        ? {
            code: without(code, REACT_PARTS).replace(
              /^(?:FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = function \([^]*?^};$/gm,
              '',
            ),
            map: null,
          }
        : null,
  }
}

/** Parts for loaders, components of a server, prefetching and view transitions, and words for developers. */
const ROUTER_PARTS = [
  'AwaitErrorBoundary',
  'DataRoutes2',
  'DefaultErrorComponent',
  'invariant',
  'PrefetchPageLinks',
  'RemixErrorBoundary',
  'RenderErrorBoundary',
  'RSCErrorHandler',
  'useNavigateStable',
  'useViewTransitionState',
  'warning',
]

function trimRouter(): Plugin {
  return {
    name: 'trim-router',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/node_modules/react-router/')) return null
      // A call of React and a name for developers keep a component, unless they are known to have no side effects.
      const text = code
        .replace(/(?<= = )React\d*\.(?:createContext|forwardRef|memo)\(/g, '/* @__PURE__ */ $&')
        .replace(/^\w+\.(?:displayName|contextType) = .+;$/gm, '')
        .replace(/React\d*\.useContext\(DataRouter(?:State)?Context\)/g, 'null')
      if (!text.includes('function BrowserRouter(')) return { code: text, map: null }
      return replaced(
        without(text, ROUTER_PARTS),
        [/let (?=\[shouldPrefetch, )(.+) = usePrefetchBehavior\([^)]+\);/, 'let $1 = [false];'],
        ['let dataRouterState = dataRouterOpts?.state;', 'const dataRouterState = null;'],
        ['let matches = dataRouterOpts && ', 'let matches = false && '],
        ['if (dataRouterOpts && dataRouterState)', 'if (false)'],
        ['!isAbsolute && discover === "render" ? "true" : void 0', 'void 0'],
      )
    },
  }
}

/** Methods that no page calls, and parts that suspend a component or show its failure in a boundary. */
const QUERY_PARTS: Record<string, readonly string[]> = {
  'queryClient.js': [
    'QueryClient.clear',
    'QueryClient.ensureInfiniteQueryData',
    'QueryClient.ensureQueryData',
    'QueryClient.fetchInfiniteQuery',
    'QueryClient.fetchQuery',
    'QueryClient.getDefaultOptions',
    'QueryClient.infiniteQuery',
    'QueryClient.isFetching',
    'QueryClient.isMutating',
    'QueryClient.prefetchInfiniteQuery',
    'QueryClient.prefetchQuery',
    'QueryClient.query',
    'QueryClient.resetQueries',
    'QueryClient.setDefaultOptions',
    'QueryClient.setMutationDefaults',
    'QueryClient.setQueryDefaults',
  ],
  'queryCache.js': ['QueryCache.clear', 'QueryCache.find'],
  'query.js': ['Query.reset', 'Query.resetState'],
  'queryObserver.js': ['QueryObserver.fetchOptimistic'],
  'mutationCache.js': ['MutationCache.clear', 'MutationCache.find', 'MutationCache.findAll'],
  'timeoutManager.js': ['TimeoutManager.setTimeoutProvider'],
  'suspense.js': ['ensureSuspenseTimers', 'fetchOptimistic', 'shouldSuspend'],
  'errorBoundaryUtils.js': ['ensurePreventErrorBoundaryRetry', 'getHasError', 'useClearResetErrorBoundary'],
  'QueryErrorResetBoundary.js': ['createValue', 'useQueryErrorResetBoundary'],
}

/**
 * Parts that observers bring instead of every query and cache: the code that reads a list page by page, and that of
 * changes. Visitors have neither such lists nor anything to change.
 */
const QUERY_CHANGES: Record<string, readonly Replacement[]> = {
  'query.js': [
    ['import { infiniteQueryBehavior } from "./infiniteQueryBehavior.js";', ''],
    [
      'this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) : this.options.behavior',
      'this.options.behavior',
    ],
  ],
  'mutationCache.js': [
    ['import { Mutation } from "./mutation.js";', ''],
    ['build(client, options, state) {', 'build(client, options, state, Mutation) {'],
  ],
  'mutationObserver.js': [
    ['{ getDefaultState }', '{ getDefaultState, Mutation }'],
    ['build(this.#client, this.options)', 'build(this.#client, this.options, undefined, Mutation)'],
  ],
  'infiniteQueryObserver.js': [
    [
      'options._type = "infinite";',
      'options._type = "infinite"; options.behavior = infiniteQueryBehavior(options.pages);',
    ],
    ['hasPreviousPage }', 'hasPreviousPage, infiniteQueryBehavior }'],
  ],
}

function trimQueries(): Plugin {
  return {
    name: 'trim-queries',
    apply: 'build',
    transform(code, id) {
      if (!/\/@tanstack\/(?:query-core|react-query)\/build\/modern\//.test(id)) return null
      const file = basename(id)
      return replaced(without(code, QUERY_PARTS[file] ?? []), ...(QUERY_CHANGES[file] ?? []))
    },
  }
}

/**
 * Empties the functions and classes of these names; of a class, removes the methods that follow its name and a point.
 * The end of each is found by its indentation.
 */
export function without(code: string, names: readonly string[]): string {
  const parts = names.map((name): Replacement => {
    const [top, method] = name.split('.')
    const start = method
      ? `(?<=^var ${top} = class [^]*?)^([ \\t]+)(?:async |get )?${method}\\(`
      : `^()(?:function ${top}\\(|(?:var|const) ${top} = )`
    return [new RegExp(`${start}(?:.*;|[^]*?^\\1}\\)?;?)$`, 'm'), method ? '' : `function ${top}() {}`]
  })
  return replaced(code, ...parts).code
}

type Replacement = readonly [before: string | RegExp, after: string]

/** @throws Error for a text in which something that is to be replaced is missing */
export function replaced(code: string, ...replacements: readonly Replacement[]) {
  const text = replacements.reduce((sum, [before, after]) => {
    const changed = sum.replace(before, after)
    if (changed === sum) throw new Error(`The package contains no ${before}`)
    return changed
  }, code)
  return { code: text, map: null }
}
