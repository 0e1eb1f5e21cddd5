import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import type { Resource, Templates } from '../template/templates.ts'
import {
  createError,
  ExecutionEnvironment,
  type FunctionSettings,
  type Outcome,
  type StreamSink,
} from './environment.ts'

const FunctionProperties = v.object({
  Code: v.object({ S3Key: v.string() }),
  Handler: v.string(),
  Runtime: v.string(),
  Timeout: v.optional(v.number(), 3),
  MemorySize: v.optional(v.number(), 128),
  Environment: v.optional(v.object({ Variables: v.record(v.string(), v.string()) }), { Variables: {} }),
})

export type Invoke = (functionArn: string, event: object, sink?: StreamSink) => Promise<Outcome>

type RuntimeOptions = {
  templates: Templates
  region: string
  endpoints: Record<string, string>
  log: (functionName: string, line: string) => void
  /** Bundles of a hot reload, as file: URLs by function name. */
  bundles?: ReadonlyMap<string, string>
}

/** Makes the templates' functions from the bundles that a deployment would upload. */
export class LocalFunctions {
  readonly #byName: Map<string, LocalFunction>

  constructor(options: RuntimeOptions) {
    this.#byName = new Map(
      options.templates
        .all('AWS::Lambda::Function')
        .filter(isOurs)
        .map((resource) => [resource.id, makeFunction(resource, options)]),
    )
  }

  readonly invoke: Invoke = (functionArn, event, sink) => {
    const found = this.#byName.get(functionArn.replace(/^.*:function:/, ''))
    if (!found) throw new Error(`The templates hold no function '${functionArn}'`)
    return found.invoke(event, sink)
  }

  get names(): string[] {
    return [...this.#byName.keys()]
  }

  countCalls(): Record<string, number> {
    return Object.fromEntries([...this.#byName].map(([name, { calls }]) => [`function ${name}`, calls]))
  }

  async close(graceMs = 0): Promise<void> {
    await Promise.all([...this.#byName.values()].map((each) => each.close(graceMs)))
  }
}

function isOurs(resource: Resource): boolean {
  return resource.read(v.object({ FunctionName: v.optional(v.string()) })).FunctionName !== undefined
}

function makeFunction(resource: Resource, options: RuntimeOptions): LocalFunction {
  const { templates, region, endpoints, log, bundles } = options
  const { Code, Handler, Timeout, MemorySize, Environment } = resource.read(FunctionProperties)
  const [file = 'index', exported = 'handler'] = Handler.split('.')
  const name = resource.id
  return new LocalFunction({
    name,
    start: {
      bundle:
        bundles?.get(name) ?? pathToFileURL(join(templates.pathOfAsset(Code.S3Key), `${file}.mjs`)).href,
      handler: exported,
    },
    environment: {
      ...platformVariables(name, Handler, MemorySize, region),
      ...endpoints,
      ...Environment.Variables,
    },
    timeoutMs: Timeout * 1000,
    log: (line) => log(name, line),
  })
}

/** Variables that the platform sets; none of this machine's. */
function platformVariables(
  name: string,
  handler: string,
  memory: number,
  region: string,
): Record<string, string> {
  return {
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memory),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    _HANDLER: handler,
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
  }
}

/** Environments of one function that run at once; further calls wait. */
const MAX_ENVIRONMENTS = 4

class LocalFunction {
  readonly #settings: FunctionSettings
  readonly #idle: ExecutionEnvironment[] = []
  readonly #all = new Set<ExecutionEnvironment>()
  readonly #waiting: (() => void)[] = []
  #running = 0
  #isClosed = false
  calls = 0

  constructor(settings: FunctionSettings) {
    this.#settings = settings
  }

  /** A failed call is an outcome, not an error. */
  async invoke(event: unknown, sink: StreamSink | null = null): Promise<Outcome> {
    const requestId = randomUUID()
    while (this.#running >= MAX_ENVIRONMENTS)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (this.#isClosed) return { kind: 'failed', error: createError('Stopped', 'Stopped') }
    this.#running += 1
    this.calls += 1
    const environment = this.#idle.pop() ?? this.#start()
    const outcome = await environment.run(event, requestId, sink)
    if (outcome.kind === 'failed') this.#settings.log(JSON.stringify({ requestId, ...outcome.error }))
    this.#running -= 1
    if (environment.isUsable) this.#idle.push(environment)
    else {
      this.#all.delete(environment)
      await environment.end()
    }
    this.#waiting.shift()?.()
    return outcome
  }

  /** Ends every environment when the running calls are done, or after `graceMs`. */
  async close(graceMs = 0): Promise<void> {
    const giveUpAt = Date.now() + graceMs
    while (this.#running > 0 && Date.now() < giveUpAt) await sleep(20)
    this.#isClosed = true
    await Promise.all([...this.#all].map((environment) => environment.end()))
  }

  #start(): ExecutionEnvironment {
    const environment = new ExecutionEnvironment(this.#settings)
    this.#all.add(environment)
    return environment
  }
}
