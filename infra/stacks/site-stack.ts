import { CfnOutput, Duration, Lazy, SecretValue, Stack } from 'aws-cdk-lib'
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront'
import { type FunctionUrl, FunctionUrlAuthType, type IFunction, InvokeMode } from 'aws-cdk-lib/aws-lambda'
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import type { Construct } from 'constructs'
import * as v from 'valibot'
import type { AccountEnvironment } from '#functions/account/environment.ts'
import type { AdminEnvironment } from '#functions/admin/environment.ts'
import type { CatalogueEnvironment } from '#functions/catalogue/environment.ts'
import type { CopiesEnvironment } from '#functions/copies/environment.ts'
import type { DocumentsEnvironment } from '#functions/documents/environment.ts'
import type { FilesEnvironment, OriginEnvironment } from '#functions/files/environment.ts'
import type { GuardedEnvironment } from '#functions/http/environment.ts'
import type { ProgressEnvironment } from '#functions/progress/environment.ts'
import type { SessionEnvironment } from '#functions/session/environment.ts'
import type { SiteConfig } from '#shared/contract/site-config.ts'
import { Settings } from '#shared/entities/settings.ts'
import { threads } from '../bundling.ts'
import { grantObjects } from '../constructs/buckets.ts'
import { Edge } from '../constructs/edge/edge.ts'
import { Website } from '../constructs/edge/website.ts'
import { Mailer } from '../constructs/functions/background-functions.ts'
import {
  CapabilityFunction,
  type CapabilityFunctionProps,
} from '../constructs/functions/capability-function.ts'
import { ContractApi } from '../constructs/functions/contract-api.ts'
import { DocumentCheck, Preparation } from '../constructs/functions/documents.ts'
import { Publisher } from '../constructs/functions/publisher.ts'
import { Observation } from '../constructs/monitoring/observation.ts'
import { Probe } from '../constructs/monitoring/probe.ts'
import { OriginSecrets, SigningKeys } from '../constructs/secrets.ts'
import { allow, MANAGE_ACCOUNTS, userPoolArn } from '../conventions.ts'
import { tableGrants } from '../grants.ts'
import { signUpKeyNames, stackEnvironment, stackId, stageNames } from '../names.ts'
import type { Stage } from '../stages.ts'
import { EdgeArns, needsEdgeStack } from './edge-stack.ts'

/** Only CloudFront may call such a function URL. */
const STREAMED = { authType: FunctionUrlAuthType.AWS_IAM, invokeMode: InvokeMode.RESPONSE_STREAM }

/**
 * Stateless resources of a stage, which a deployment can recreate.
 * Local mode and tests interpret the template and rely on this: the user pool's ids are parameters of type
 * `AWS::SSM::Parameter::Value<String>` whose default is the name of an SSM parameter of the data stack; the table and
 * the secrets are named literally; `config.json` is the second source of the BucketDeployment `Files`, with
 * `<<marker:…>>` texts that `SourceMarkers` replaces; origin secrets are dynamic references to secrets of this stack.
 */
export class SiteStack extends Stack {
  constructor(scope: Construct, stage: Stage) {
    super(scope, stackId(stage.name, 'Site'), {
      env: stackEnvironment(stage),
      description: `Revision site (${stage.name}): API, documents, website`,
    })
    const names = stageNames(stage.name)
    const readParameter = (name: string) => StringParameter.valueForStringParameter(this, name)
    const userPoolId = readParameter(names.parameters.userPoolId)
    const userPoolClientId = readParameter(names.parameters.userPoolClientId)
    const originSecrets = new OriginSecrets(this, 'OriginSecrets', { stage })

    // Lazy, but no cycle: the distribution depends on the API's id and the origin's address only, not on routes or
    // functions.
    const siteOrigin =
      stage.siteOrigin ??
      Lazy.string({ produce: () => `https://${edge.distribution.distributionDomainName}` })
    const guarded = {
      TABLE_NAME: names.table,
      AUDIT_RETENTION_DAYS: String(stage.auditRetentionDays),
      USER_POOL_ID: userPoolId,
      USER_POOL_CLIENT_ID: userPoolClientId,
      OWNER_EMAILS: stage.owners.join(','),
      ORIGIN_SECRETS: originSecrets.trusted,
      SITE_ORIGIN: siteOrigin,
      OWNERS_NEED_SECOND_FACTOR: stage.ownersNeedSecondFactor ? 'true' : 'false',
    } satisfies GuardedEnvironment
    const watched = {
      WATCH_DOCUMENTS: String(stage.watch.documents),
      WATCH_DEVICE_CHANGES: String(stage.watch.deviceChanges),
      WATCH_NETWORKS: String(stage.watch.networks),
    }
    const counting = { ...watched, DOCUMENTS_PER_DAY: String(stage.documentsPerDay) }

    const settings = { FIRST_SETTINGS: JSON.stringify(v.parse(Settings, stage.site)) }
    const signingKeys = new SigningKeys(this, 'SigningKeys', { stage })
    const preparation =
      stage.deliveryMode === 'stream' ? new Preparation(this, 'Preparation', { stage }) : null

    // Only these two functions accept tokens of the probe's client.
    const probeClientId = stage.probe ? readParameter(names.parameters.probeClientId) : null
    const visited = { ...guarded, ...(probeClientId !== null && { PROBE_CLIENT_ID: probeClientId }) }
    const session = this.#add(stage, 'Session', {
      environment: {
        ...visited,
        ...counting,
        DEVICE_CHANGES_PER_DAY: String(stage.deviceChangesPerDay),
      } satisfies SessionEnvironment,
      table: tableGrants.session,
    })
    const receiptBucket = readParameter(names.parameters.receiptBucket)
    const onUserPool = (...actions: string[]) => allow('cognito-idp', actions, userPoolArn(this, userPoolId))
    const account = this.#add(stage, 'Account', {
      environment: {
        ...guarded,
        ...settings,
        RECEIPT_BUCKET: receiptBucket,
        // Generated in the data stack, whose trigger trusts it.
        SIGN_UP_KEY: SecretValue.secretsManager(signUpKeyNames(stage).signing).unsafeUnwrap(),
        SIGN_UPS_PER_DAY: String(stage.signUpsPerDay),
      } satisfies AccountEnvironment,
      table: tableGrants.account,
      statements: [onUserPool('AdminDeleteUser', 'AdminGetUser')],
    })
    grantObjects(account, receiptBucket, '*', 'GetObject', 'PutObject', 'DeleteObject')
    const progress = this.#add(stage, 'Progress', {
      environment: { ...guarded, ...counting, ...settings } satisfies ProgressEnvironment,
      table: tableGrants.progress,
    })
    const catalogue = this.#add(stage, 'Catalogue', {
      environment: {
        TABLE_NAME: names.table,
        ORIGIN_SECRETS: originSecrets.trusted,
        ...settings,
      } satisfies CatalogueEnvironment,
      table: tableGrants.catalogue,
    })
    const files = this.#add(stage, 'Files', {
      environment: {
        ...visited,
        SIGNING_KEY_PAIR_ID: signingKeys.active.keyPairId,
        SIGNING_KEY_SECRET_ID: signingKeys.active.secretId,
        DELIVERY_MODE: stage.deliveryMode,
        ...counting,
        ...(preparation && { PREPARATION_FIRST_QUEUE_URL: preparation.first.queueUrl }),
      } satisfies FilesEnvironment,
      table: tableGrants.files,
    })
    signingKeys.grantSign(files)
    preparation?.letAsk(files, preparation.first)
    const admin = this.#add(stage, 'Admin', {
      thread: threads.writing,
      environment: {
        ...guarded,
        ...watched,
        ...(stage.probe && { PROBE_EMAIL: names.probeEmail }),
        ...settings,
        RECEIPT_BUCKET: receiptBucket,
        DISTRIBUTION_ID_PARAMETER: names.parameters.distributionId,
        ...(preparation && { PREPARATION_QUEUE_URL: preparation.queue.queueUrl }),
      } satisfies AdminEnvironment,
      table: tableGrants.admin,
      statements: [onUserPool(...MANAGE_ACCOUNTS)],
      // An import writes thousands of items; the gateway waits at most 30 s.
      timeout: Duration.seconds(29),
    })
    grantObjects(admin, receiptBucket, '*', 'GetObject', 'DeleteObject')
    preparation?.letAsk(admin, preparation.queue)
    const { documents, origin, copies } = this.#addDocuments(stage, guarded, preparation)

    const api = new ContractApi(this, 'Api', {
      stage,
      functions: { session, account, progress, catalogue, files, admin, documents },
    })
    const website = new Website(this, 'Website', {
      stage,
      config: {
        stage: stage.name,
        region: stage.region,
        userPoolId,
        userPoolClientId,
        ...(stage.cognitoEndpoint && { cognitoEndpoint: stage.cognitoEndpoint }),
        authFlow: stage.authFlow,
        ownersNeedSecondFactor: stage.ownersNeedSecondFactor,
        site: stage.site,
      } satisfies SiteConfig,
    })
    const arns = needsEdgeStack(stage) ? new EdgeArns(this, 'EdgeArns', { stage }) : null
    const edge = new Edge(this, 'Edge', {
      stage,
      bucket: website.bucket,
      inline: website.build?.inlineDigests ?? { scripts: [], styles: [] },
      apiDomainName: api.domainName,
      originSecret: originSecrets.sent,
      documents: origin,
      copies,
      pages: preparation?.bucketName,
      signers: signingKeys.keyGroup,
      certificateArn: arns?.certificate ?? stage.certificateArn,
      firewallArn: arns?.firewall,
    })
    this.#addDns(stage, edge.distribution)
    const publisher = new Publisher(this, 'Publisher', { stage, website, settings, preparation })
    this.#letInvalidate(
      [admin, ...(preparation ? [preparation.function] : [])],
      edge.distribution,
      names.parameters.distributionId,
    )
    // Local mode publishes at each start.
    if (stage.name !== 'local') publisher.publishAfter(edge)
    if (stage.mail) new Mailer(this, 'Mailer', { stage, mail: stage.mail, siteOrigin })
    if (probeClientId !== null)
      new Probe(this, 'Probe', { stage, siteOrigin, userPoolId, clientId: probeClientId })
    // Local mode needs no monitoring.
    if (stage.name !== 'local')
      new Observation(this, 'Observation', { stage, apiId: api.api.apiId, userPoolId, userPoolClientId })
    new CfnOutput(this, 'SiteOrigin', { value: siteOrigin })
  }

  /** Adds the function that is named like its id. */
  #add(stage: Stage, id: string, props: Omit<CapabilityFunctionProps, 'stage' | 'name'>): CapabilityFunction {
    return new CapabilityFunction(this, id, { stage, name: id.toLowerCase(), ...props })
  }

  /**
   * The functions that read files of documents. @returns the owners' function, and the origins that CloudFront calls
   */
  #addDocuments(
    stage: Stage,
    guarded: GuardedEnvironment,
    preparation: Preparation | null,
  ): { documents: IFunction; origin: FunctionUrl; copies?: FunctionUrl } {
    const { TABLE_NAME } = guarded
    const documents = this.#add(stage, 'Documents', {
      environment: {
        ...guarded,
        ...(preparation
          ? { DELIVERY_MODE: 'stream', ...preparation.drive, ...preparation.environment }
          : { DELIVERY_MODE: 'embed' }),
      } satisfies DocumentsEnvironment,
      ...(preparation && {
        thread: threads.opening,
        // Opens one PDF of 20 MB beside its thread, which may take 350 MB (functions/pdf/draw-pdf.ts).
        memorySize: 1024,
      }),
      table: tableGrants.documents,
      // One call asks Drive about dozens of files.
      timeout: Duration.seconds(29),
    })
    const reserved = stage.originConcurrency === null ? null : shareConcurrency(stage.originConcurrency)
    const origin = this.#add(stage, 'Origin', {
      entry: 'files/origin',
      environment: {
        TABLE_NAME,
        ...(preparation ? { DELIVERY_MODE: 'stream', ...preparation.drive } : { DELIVERY_MODE: 'embed' }),
      } satisfies OriginEnvironment,
      table: tableGrants.origin,
      timeout: Duration.minutes(5),
      ...(reserved && { reservedConcurrency: reserved.documents }),
    })
    const site = { documents, origin: origin.addFunctionUrl(STREAMED) }
    if (!preparation) return site
    const copier = this.#add(stage, 'Copies', {
      thread: threads.marking,
      environment: { TABLE_NAME, ...preparation.drive } satisfies CopiesEnvironment,
      table: tableGrants.copies,
      // Holds one PDF of 60 MB beside its thread, which may take 900 MB (functions/pdf/mark-pdf.ts), and gets more
      // than a whole processor, since the edge waits a minute for the beginning of an answer.
      memorySize: 2_048,
      // A slow phone may receive a long scan for minutes.
      timeout: Duration.minutes(5),
      // Copies that are fetched slowly on purpose must not use up the account's concurrency.
      ...(reserved && { reservedConcurrency: reserved.copies }),
    })
    const { DRIVE_CREDENTIALS_SECRET_ID } = preparation.drive
    const credentials = Secret.fromSecretNameV2(this, 'DriveCredentials', DRIVE_CREDENTIALS_SECRET_ID)
    const check = new DocumentCheck(this, 'DocumentCheck', { stage, preparation })
    preparation.letCheck(documents)
    for (const reader of [documents, origin, copier, check.function, preparation.function])
      credentials.grantRead(reader)
    return { ...site, copies: copier.addFunctionUrl(STREAMED) }
  }

  #addDns({ siteOrigin, hostedZone }: Stage, distribution: Distribution): void {
    if (!hostedZone || !siteOrigin) return
    const record = {
      zone: HostedZone.fromHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: hostedZone.id,
        zoneName: hostedZone.name,
      }),
      recordName: new URL(siteOrigin).hostname,
      target: RecordTarget.fromAlias(new CloudFrontTarget(distribution)),
    }
    new ARecord(this, 'AddressV4', record)
    new AaaaRecord(this, 'AddressV6', record)
  }

  /** They read the distribution's id from a parameter at their first call. */
  #letInvalidate(
    invalidators: readonly IFunction[],
    distribution: Distribution,
    parameterName: string,
  ): void {
    const parameter = new StringParameter(this, 'DistributionId', {
      parameterName,
      stringValue: distribution.distributionId,
      description: 'The distribution in front of the site. Written by the deployment.',
    })
    for (const invalidator of invalidators) {
      distribution.grantCreateInvalidation(invalidator)
      invalidator.addToRolePolicy(allow('ssm', ['GetParameter'], parameter.parameterArn))
    }
  }
}

/** Splits the streaming origins' concurrency: nearly all requests are answered by the edge or the shared origin. */
function shareConcurrency(all: number): { documents: number; copies: number } {
  const copies = Math.max(1, Math.floor(all / 10))
  return { documents: all - copies, copies }
}
