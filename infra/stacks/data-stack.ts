import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import {
  AccountRecovery,
  CfnUserPoolRiskConfigurationAttachment,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  StandardThreatProtectionMode,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolEmail,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito'
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  Table,
  type Attribute as TableAttribute,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb'
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import type { Construct } from 'constructs'
import { tableShape } from '#functions/data/table-shape.ts'
import type { IdentityEnvironment } from '#functions/identity/environment.ts'
import { acknowledge } from '../acknowledge.ts'
import { CapabilityFunction } from '../constructs/capability-function.ts'
import { DailyExport } from '../constructs/daily-export.ts'
import { DailyReconciliation } from '../constructs/daily-reconciliation.ts'
import { DeadLetters } from '../constructs/dead-letters.ts'
import { ProbeAccount } from '../constructs/probe-account.ts'
import { SignInLimits } from '../constructs/sign-in-limits.ts'
import { tableGrants } from '../grants.ts'
import { namesOf, stackId } from '../names.ts'
import type { Stage } from '../stages.ts'

/**
 * What must outlive a deployment: the table and its daily exports, the accounts with their triggers, their firewall, their daily
 * reconciliation and the probe's, the dead letters, and the credentials for Google Drive.
 * Protected against deletion and retained outside local and dev. The site stack finds it by fixed names and the two
 * SSM parameters.
 */
export class DataStack extends Stack {
  constructor(scope: Construct, stage: Stage) {
    super(scope, stackId(stage.name, 'Data'), {
      env: { region: stage.region, ...(stage.account && { account: stage.account }) },
      description: `Revision site (${stage.name}): table, accounts, secrets`,
      terminationProtection: stage.protectData,
    })
    const table = this.addTable(stage)
    const deadLetters = new DeadLetters(this, 'DeadLetters', { stage })
    if (stage.exportRetentionDays > 0) new DailyExport(this, 'DailyExport', { stage, table, deadLetters })
    this.addAccounts(stage, deadLetters)
    if (stage.deliveryMode === 'stream') this.addDriveCredentials(stage)
  }

  /** The one table, exactly as functions/data describes it. */
  private addTable(stage: Stage): Table {
    const table = new Table(this, 'Table', {
      tableName: namesOf(stage.name).table,
      partitionKey: text(tableShape.partitionKey),
      sortKey: text(tableShape.sortKey),
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: tableShape.timeToLive,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      encryption: TableEncryption.AWS_MANAGED,
      deletionProtection: stage.protectData,
      removalPolicy: removalPolicy(stage),
    })
    for (const { name, partitionKey, sortKey, projected } of Object.values(tableShape.indexes))
      table.addGlobalSecondaryIndex({
        indexName: name,
        partitionKey: text(partitionKey),
        sortKey: text(sortKey),
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: [...projected],
      })
    return table
  }

  /** The user pool, its one public client and its triggers (decisions D5 to D10). */
  private addAccounts(stage: Stage, deadLetters: IQueue): void {
    const names = namesOf(stage.name)
    const userPool = new UserPool(this, 'Users', {
      userPoolName: names.userPool,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      // An address cannot be changed, so that owners, blocks and profiles can be told by it.
      standardAttributes: { email: { required: true, mutable: false } },
      passwordPolicy: {
        minLength: 6,
        requireDigits: false,
        requireLowercase: false,
        requireSymbols: false,
        requireUppercase: false,
      },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      // Also the message of a forgotten password (decision D9).
      userVerification: {
        emailSubject: `${stage.site.name} : votre code`,
        emailBody: 'Votre code de vérification est {####}.',
      },
      ...sender(stage),
      // For owners, who switch it on for themselves (docs/decisions/15-second-factor.md); students are never asked.
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false, email: false },
      ...threatProtection(stage),
      deletionProtection: stage.protectData,
      removalPolicy: removalPolicy(stage),
    })
    const client = new UserPoolClient(this, 'WebClient', {
      userPool,
      userPoolClientName: 'web',
      generateSecret: false,
      authFlows: stage.authFlow === 'USER_SRP_AUTH' ? { userSrp: true } : { userPassword: true },
      disableOAuth: true,
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.minutes(60),
      idTokenValidity: Duration.minutes(60),
      // No rotation: a phone that loses the network between sending the old token and storing the new one would be
      // signed out (R5). A new password puts out whoever holds a stolen one (docs/security.md).
      refreshTokenValidity: Duration.days(30),
      readAttributes: new ClientAttributes().withStandardAttributes({ email: true, emailVerified: true }),
      // Sign-up writes the address; nothing else can be written.
      writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
    })
    new StringParameter(this, 'UserPoolId', {
      parameterName: names.parameters.userPoolId,
      stringValue: userPool.userPoolId,
    })
    new StringParameter(this, 'UserPoolClientId', {
      parameterName: names.parameters.userPoolClientId,
      stringValue: client.userPoolClientId,
    })
    this.addTriggers(stage, userPool)
    if (stage.checkCompromisedCredentials) this.refuseLeakedPasswords(userPool)
    if (stage.limitSignIns) new SignInLimits(this, 'SignInLimits', { stage, userPool })
    if (stage.probe) new ProbeAccount(this, 'Probe', { stage, userPool })
    new DailyReconciliation(this, 'Reconciliation', { stage, userPool, deadLetters })
    acknowledge(userPool, {
      'AwsSolutions-COG1':
        'The specification sets the minimum of 6 characters (decision D10); attempts are throttled.',
      'AwsSolutions-COG2':
        'Students sign in with a password alone, as specified; the dashboard demands a second factor of owners.',
      ...(!stage.checkCompromisedCredentials && {
        'AwsSolutions-COG3':
          'Threat protection is of the Plus plan, priced per user: a switch of the stage, off while the site earns less.',
        'AwsSolutions-COG8':
          'The Plus plan is priced per user: a switch of the stage, off while the site earns less.',
      }),
    })
  }

  /**
   * Passwords that are known to have leaked are refused at sign-up and when a password is changed. Not at sign-in: with
   * SRP Cognito never sees the password. Nothing else of threat protection acts: a school's many sign-ins from one
   * address would look like an attack to it.
   */
  private refuseLeakedPasswords(userPool: UserPool): void {
    const nothing = { eventAction: 'NO_ACTION', notify: false }
    new CfnUserPoolRiskConfigurationAttachment(this, 'Risks', {
      userPoolId: userPool.userPoolId,
      clientId: 'ALL',
      compromisedCredentialsRiskConfiguration: {
        actions: { eventAction: 'BLOCK' },
        eventFilter: ['SIGN_UP', 'PASSWORD_CHANGE'],
      },
      accountTakeoverRiskConfiguration: {
        actions: { lowAction: nothing, mediumAction: nothing, highAction: nothing },
      },
    })
  }

  private addTriggers(stage: Stage, userPool: UserPool): void {
    const environment = {
      TABLE_NAME: namesOf(stage.name).table,
      OWNER_EMAILS: stage.owners.join(','),
    } satisfies IdentityEnvironment
    // Cognito waits 5 s for a trigger.
    const common = { stage, environment, timeout: Duration.seconds(5) }
    userPool.addTrigger(
      UserPoolOperation.PRE_SIGN_UP,
      new CapabilityFunction(this, 'PreSignUp', {
        ...common,
        name: 'pre-sign-up',
        entry: 'identity/pre-sign-up',
        table: tableGrants.preSignUp,
      }),
    )
    const postConfirmation = new CapabilityFunction(this, 'PostConfirmation', {
      ...common,
      name: 'post-confirmation',
      entry: 'identity/post-confirmation',
      table: tableGrants.postConfirmation,
    })
    userPool.addTrigger(UserPoolOperation.POST_CONFIRMATION, postConfirmation)
    const postAuthentication = new CapabilityFunction(this, 'PostAuthentication', {
      ...common,
      name: 'post-authentication',
      entry: 'identity/post-authentication',
      table: tableGrants.postAuthentication,
    })
    userPool.addTrigger(UserPoolOperation.POST_AUTHENTICATION, postAuthentication)
    // Policies of their own: the pool waits for its triggers, and they for the policy that their role was made with.
    const allow = (trigger: CapabilityFunction, ...actions: string[]) =>
      trigger.role?.attachInlinePolicy(
        new Policy(this, `${trigger.node.id}OnUserPool`, {
          statements: [
            new PolicyStatement({
              actions: actions.map((action) => `cognito-idp:${action}`),
              resources: [userPool.userPoolArn],
            }),
          ],
        }),
      )
    allow(postConfirmation, 'AdminGetUser', 'AdminSetUserMFAPreference')
    allow(postAuthentication, 'AdminGetUser')
  }

  /** The service account's JSON, put in by the operator; the generated value only marks its absence. */
  private addDriveCredentials(stage: Stage): void {
    const secret = new Secret(this, 'DriveCredentials', {
      secretName: namesOf(stage.name).secrets.driveCredentials,
      description:
        'JSON key of the Google service account that the documents are shared with. Set by the operator.',
      removalPolicy: removalPolicy(stage),
    })
    acknowledge(secret, {
      'AwsSolutions-SMG4': "Google's key is made by hand in Google's console and replaced by the runbook.",
    })
  }
}

function text(name: string): TableAttribute {
  return { name, type: AttributeType.STRING }
}

/** The plan in which Cognito looks for leaked passwords costs by the active account. */
function threatProtection({ checkCompromisedCredentials }: Stage) {
  if (!checkCompromisedCredentials) return { featurePlan: FeaturePlan.LITE }
  return {
    featurePlan: FeaturePlan.PLUS,
    standardThreatProtectionMode: StandardThreatProtectionMode.FULL_FUNCTION,
  }
}

/** No rights of ours: Cognito sends as its own service-linked role, which it makes in the account. */
function sender({ mail, region, site }: Stage) {
  if (!mail) return {}
  const { from, domain } = mail
  const ses = { fromEmail: from, fromName: site.name, sesRegion: mail.region ?? region }
  return { email: UserPoolEmail.withSES({ ...ses, ...(domain && { sesVerifiedDomain: domain }) }) }
}

function removalPolicy({ protectData }: Stage): RemovalPolicy {
  return protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
}
