import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Duration, Stack } from 'aws-cdk-lib'
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { tableShape } from '#functions/data/table/table-shape.ts'
import { functionBundles, type Thread } from '../../bundling.ts'
import { allow, removalPolicy, tableArn } from '../../conventions.ts'
import type { TableAction, TableGrant } from '../../grants.ts'
import { stageNames } from '../../names.ts'
import { ROOT } from '../../run-app.ts'
import type { Stage } from '../../stages.ts'

const NOT_BUNDLED = join(ROOT, 'shared/catalogue')

export type CapabilityFunctionProps = {
  stage: Stage
  /** Kebab-case; becomes the function's name `revision-<stage>-<name>` and its name in logs. */
  name: string
  /** File under functions/ without its extension. @default the handler of the folder that is named like the function */
  entry?: string
  environment: Readonly<Record<string, string>>
  /** @default no access to the table */
  table?: TableGrant | readonly TableGrant[]
  /** @default none */
  statements?: readonly PolicyStatement[]
  /** Folders and files beside the bundle, by the name that they get there. @default none */
  folders?: Readonly<Record<string, string>>
  /** Bundled into a file beside it. @default none */
  thread?: Thread
  /** In MiB; CPU grows with it. @default 512 */
  memorySize?: number
  /** The SDK's retries end well before it. @default 10 seconds */
  timeout?: Duration
  /** Guaranteed to this function, and its maximum. @default the account's unreserved concurrency */
  reservedConcurrency?: number
}

/**
 * Lambda function with the project's defaults; its role has the given permissions and may write its own logs.
 * Tracing is off: Lambda samples one call a second and 5 % of the rest. With a thousand students that is nearly every
 * call and costs more than everything else (docs/decisions/19-monitoring.md).
 */
export class CapabilityFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, props: CapabilityFunctionProps) {
    const { stage, name, environment, table, statements = [], folders = {}, thread } = props
    const { entry = `${name}/handler` } = props
    const functionName = stageNames(stage.name).function(name)
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: stage.logRetentionDays,
      removalPolicy: removalPolicy(stage),
    })
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    logGroup.grantWrite(role)
    super(scope, id, {
      functionName,
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memorySize ?? 512,
      timeout: props.timeout ?? Duration.seconds(10),
      ...(props.reservedConcurrency !== undefined && {
        reservedConcurrentExecutions: props.reservedConcurrency,
      }),
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      logGroup,
      role,
      environment: {
        ...environment,
        POWERTOOLS_SERVICE_NAME: name,
        POWERTOOLS_METRICS_NAMESPACE: stageNames(stage.name).metrics,
        POWERTOOLS_LOG_LEVEL: 'INFO',
      },
      code: Code.fromAsset(Stack.of(scope).bundlingRequired ? bundle(entry, folders, thread) : NOT_BUNDLED),
    })
    const allowed = [table ?? []]
      .flat()
      .flatMap((grant) => tableStatements(grant, tableArn(this, stage.name), stage.limitPartitions))
    for (const statement of [...allowed, ...statements]) this.addToRolePolicy(statement)
  }
}

function bundle(
  entry: string,
  folders: Readonly<Record<string, string>>,
  thread: Thread | undefined,
): string {
  const bundles = functionBundles()
  const output = mkdtempSync(join(tmpdir(), 'function-bundle-'))
  process.once('exit', () => rmSync(output, { recursive: true, force: true }))
  cpSync(join(bundles, `${entry}.mjs`), join(output, 'index.mjs'))
  if (thread) cpSync(join(bundles, `${thread.entry}.mjs`), join(output, `${basename(thread.entry)}.mjs`))
  for (const [folder, from] of Object.entries({ ...folders, ...thread?.engines }))
    cpSync(from, join(output, folder), { recursive: true })
  return output
}

const MUTATIONS: readonly TableAction[] = ['UpdateItem', 'DeleteItem']

/** The partitions of the audit log and of the ledger, as functions/data/keys.ts names them. */
const APPENDED = ['AUDIT', 'LEDGER#*']

/**
 * Entries of the audit log and of the ledger can neither be updated nor deleted, and can be put only by a transaction.
 * IAM cannot demand the condition by which such a put replaces none (docs/security.md).
 * ForAllValues keeps the denials from transactions that add an entry and change other items, should IAM evaluate them
 * by all of their keys at once.
 * @param limitPartitions false for rights on the whole table, without any condition on keys
 */
export function tableStatements(
  grant: TableGrant,
  table: string,
  limitPartitions: boolean,
): PolicyStatement[] {
  const { actions, partitions, indexes } = grant
  const granted = allow('dynamodb', actions, table)
  if (limitPartitions && partitions)
    granted.addCondition('ForAllValues:StringLike', { 'dynamodb:LeadingKeys': partitions })
  const statements = [granted]
  if (indexes)
    statements.push(
      allow(
        'dynamodb',
        ['Query'],
        ...indexes.map((index) => `${table}/index/${tableShape.indexes[index].name}`),
      ),
    )
  const denyOnEntries = (denied: readonly TableAction[], conditions = {}) => {
    if (limitPartitions && actions.some((action) => denied.includes(action)))
      statements.push(
        new PolicyStatement({
          effect: Effect.DENY,
          actions: denied.map((action) => `dynamodb:${action}`),
          resources: [table],
          conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': APPENDED }, ...conditions },
        }),
      )
  }
  denyOnEntries(MUTATIONS)
  // The denial also applies without an enclosing operation.
  denyOnEntries(['PutItem'], {
    'ForAllValues:StringNotEquals': { 'dynamodb:EnclosingOperation': ['TransactWriteItems'] },
  })
  return statements
}
