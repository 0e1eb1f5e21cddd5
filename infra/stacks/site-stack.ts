import { CfnOutput, Duration, Lazy, Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { FunctionUrlAuthType, InvokeMode } from 'aws-cdk-lib/aws-lambda'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import type { Construct } from 'constructs'
import type { AccountEnvironment } from '#functions/account/environment.ts'
import type { AdminEnvironment } from '#functions/admin/environment.ts'
import type { CatalogueEnvironment } from '#functions/catalogue/environment.ts'
import type { FilesEnvironment, OriginEnvironment } from '#functions/files/environment.ts'
import type { ProgressEnvironment } from '#functions/progress/environment.ts'
import type { SessionEnvironment } from '#functions/session/environment.ts'
import type { SiteConfig } from '#shared/contract/site-config.ts'
import { CapabilityFunction } from '../constructs/capability-function.ts'
import { ContractApi } from '../constructs/contract-api.ts'
import { Edge } from '../constructs/edge.ts'
import { SigningKey } from '../constructs/signing-key.ts'
import { Website } from '../constructs/website.ts'
import { tableGrants } from '../grants.ts'
import { namesOf, stackId, userPoolArn } from '../names.ts'
import type { Stage } from '../stages.ts'

/**
 * What serves: functions behind the HTTP API, the document origin, the built site, and the distribution in front of
 * them. Holds nothing that a deployment could not make again.
 *
 * For those who interpret the template (local mode, tests): the user pool's ids are parameters of type
 * `AWS::SSM::Parameter::Value<String>` whose default is the name of an SSM parameter of the data stack; the table and
 * the secrets are named literally; `config.json` is the second source of the BucketDeployment `Pages`, with
 * `<<marker:…>>` texts that `SourceMarkers` replaces.
 */
export class SiteStack extends Stack {
  constructor(scope: Construct, stage: Stage) {
    super(scope, stackId(stage.name, 'Site'), {
      env: { region: stage.region, ...(stage.account && { account: stage.account }) },
      description: `Revision site (${stage.name}): API, documents, website`,
    })
    const names = namesOf(stage.name)
    const userPoolId = StringParameter.valueForStringParameter(this, names.parameters.userPoolId)
    const userPoolClientId = StringParameter.valueForStringParameter(this, names.parameters.userPoolClientId)
    const guarded = {
      TABLE_NAME: names.table,
      USER_POOL_ID: userPoolId,
      USER_POOL_CLIENT_ID: userPoolClientId,
      OWNER_EMAILS: stage.owners.join(','),
    } satisfies SessionEnvironment

    // No cycle: the distribution needs the API's id and the origin's address, neither the routes nor the functions
    // behind them.
    const siteOrigin =
      stage.siteOrigin ??
      Lazy.string({ produce: () => `https://${edge.distribution.distributionDomainName}` })

    const signingKey = new SigningKey(this, 'SigningKey', { stage })

    const session = new CapabilityFunction(this, 'Session', {
      stage,
      name: 'session',
      entry: 'session/handler',
      environment: guarded,
      table: tableGrants.session,
    })
    const onUserPool = (action: string) =>
      new PolicyStatement({
        actions: [`cognito-idp:${action}`],
        resources: [userPoolArn(this, userPoolId)],
      })
    const account = new CapabilityFunction(this, 'Account', {
      stage,
      name: 'account',
      entry: 'account/handler',
      environment: guarded satisfies AccountEnvironment,
      table: tableGrants.account,
      statements: [onUserPool('AdminDeleteUser')],
    })
    const progress = new CapabilityFunction(this, 'Progress', {
      stage,
      name: 'progress',
      entry: 'progress/handler',
      environment: guarded satisfies ProgressEnvironment,
      table: tableGrants.progress,
    })
    const catalogue = new CapabilityFunction(this, 'Catalogue', {
      stage,
      name: 'catalogue',
      entry: 'catalogue/handler',
      environment: { TABLE_NAME: names.table } satisfies CatalogueEnvironment,
      table: tableGrants.catalogue,
    })
    const files = new CapabilityFunction(this, 'Files', {
      stage,
      name: 'files',
      entry: 'files/handler',
      environment: {
        ...guarded,
        SITE_ORIGIN: siteOrigin,
        SIGNING_KEY_PAIR_ID: signingKey.publicKey.publicKeyId,
        SIGNING_KEY_SECRET_ID: names.secrets.signingKey,
        DELIVERY_MODE: stage.deliveryMode,
      } satisfies FilesEnvironment,
      table: tableGrants.files,
    })
    signingKey.secret.grantRead(files)
    const admin = new CapabilityFunction(this, 'Admin', {
      stage,
      name: 'admin',
      entry: 'admin/handler',
      environment: {
        ...guarded,
        OFFER_PRICE_DH: String(stage.site.priceDh),
        OFFER_VALID_UNTIL: stage.site.premiumValidUntil ?? '',
      } satisfies AdminEnvironment,
      table: tableGrants.admin,
      statements: [onUserPool('ListUsers')],
    })
    const origin = this.documentOrigin(stage)

    const api = new ContractApi(this, 'Api', {
      stage,
      functions: { session, account, progress, catalogue, files, admin },
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
        site: stage.site,
      } satisfies SiteConfig,
    })
    const edge = new Edge(this, 'Edge', {
      stage,
      bucket: website.bucket,
      apiDomainName: api.domainName,
      documents: origin,
      signers: signingKey.keyGroup,
    })
    new CfnOutput(this, 'SiteOrigin', { value: siteOrigin })
  }

  /** The function that streams documents from Drive, reachable through the distribution only. */
  private documentOrigin(stage: Stage) {
    const names = namesOf(stage.name)
    const common = { TABLE_NAME: names.table, DRIVE_API_URL: stage.driveApiUrl }
    const origin = new CapabilityFunction(this, 'Origin', {
      stage,
      name: 'origin',
      entry: 'files/origin',
      environment:
        stage.deliveryMode === 'stream'
          ? ({
              ...common,
              DELIVERY_MODE: 'stream',
              DRIVE_CREDENTIALS_SECRET_ID: names.secrets.driveCredentials,
            } satisfies OriginEnvironment)
          : ({ ...common, DELIVERY_MODE: 'embed' } satisfies OriginEnvironment),
      table: tableGrants.origin,
      // A long video on a slow phone is still being sent.
      timeout: Duration.minutes(5),
    })
    if (stage.deliveryMode === 'stream')
      Secret.fromSecretNameV2(this, 'DriveCredentials', names.secrets.driveCredentials).grantRead(origin)
    return origin.addFunctionUrl({
      authType: FunctionUrlAuthType.AWS_IAM,
      invokeMode: InvokeMode.RESPONSE_STREAM,
    })
  }
}
