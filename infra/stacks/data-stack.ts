import { Duration, Stack } from 'aws-cdk-lib'
import {
  AccountRecovery,
  CfnUserPoolRiskConfigurationAttachment,
  FeaturePlan,
  Mfa,
  StandardThreatProtectionMode,
  UserPool,
  UserPoolClient,
  UserPoolEmail,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito'
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  type Attribute as TableAttribute,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb'
import { Policy } from 'aws-cdk-lib/aws-iam'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import type { Construct } from 'constructs'
import { tableShape } from '#functions/data/table/table-shape.ts'
import type { IdentityEnvironment, PreSignUpEnvironment } from '#functions/identity/environment.ts'
import { Pages, Receipts } from '../constructs/buckets.ts'
import { DailyExport } from '../constructs/daily-export.ts'
import { SignInLimits } from '../constructs/edge/firewalls.ts'
import { DeadLetters } from '../constructs/functions/background-calls.ts'
import { DailyReconciliation } from '../constructs/functions/background-functions.ts'
import {
  CapabilityFunction,
  type CapabilityFunctionProps,
} from '../constructs/functions/capability-function.ts'
import { MessageErrors } from '../constructs/monitoring/metrics.ts'
import { ProbeAccount, STRICT_CLIENT } from '../constructs/monitoring/probe.ts'
import { generateSecret } from '../constructs/secrets.ts'
import { acknowledge, allow, removalPolicy, strictRemovalPolicy } from '../conventions.ts'
import { tableGrants } from '../grants.ts'
import { signUpKeyNames, stackEnvironment, stackId, stageNames } from '../names.ts'
import type { Stage } from '../stages.ts'

/**
 * Stateful resources of a stage, protected against deletion and retained outside local and dev. The site stack finds
 * them by fixed names and SSM parameters.
 */
export class DataStack extends Stack {
  constructor(scope: Construct, stage: Stage) {
    super(scope, stackId(stage.name, 'Data'), {
      env: stackEnvironment(stage),
      description: `Revision site (${stage.name}): table, accounts, secrets`,
      terminationProtection: stage.protectData,
    })
    const table = this.#addTable(stage)
    const deadLetters = new DeadLetters(this, 'DeadLetters', { stage })
    if (stage.exportRetentionDays > 0) new DailyExport(this, 'DailyExport', { stage, table, deadLetters })
    this.#addAccounts(stage, deadLetters, new Receipts(this, 'Receipts', { stage }))
    if (stage.deliveryMode === 'stream') {
      this.#addDriveCredentials(stage)
      new Pages(this, 'Pages', { stage })
    }
  }

  #addTable(stage: Stage): Table {
    const table = new Table(this, 'Table', {
      tableName: stageNames(stage.name).table,
      partitionKey: text(tableShape.partitionKey),
      sortKey: text(tableShape.sortKey),
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: tableShape.timeToLive,
      // The publisher and the mails only need to know which items changed.
      stream: StreamViewType.KEYS_ONLY,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      encryption: TableEncryption.AWS_MANAGED,
      deletionProtection: stage.protectData,
      removalPolicy: strictRemovalPolicy(stage),
    })
    for (const { name, partitionKey, sortKey, projected } of Object.values(tableShape.indexes))
      table.addGlobalSecondaryIndex({
        indexName: name,
        partitionKey: text(partitionKey),
        sortKey: text(sortKey),
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: [...projected],
      })
    new StringParameter(this, 'TableStreamArn', {
      parameterName: stageNames(stage.name).parameters.tableStreamArn,
      stringValue: table.tableStreamArn ?? '',
    })
    return table
  }

  #addAccounts(stage: Stage, deadLetters: IQueue, receipts: Receipts): void {
    const names = stageNames(stage.name)
    const userPool = new UserPool(this, 'Users', {
      userPoolName: names.userPool,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      // Addresses are immutable because owners, blocks and profiles are identified by them.
      standardAttributes: { email: { required: true, mutable: false } },
      passwordPolicy: {
        minLength: 6,
        requireDigits: false,
        requireLowercase: false,
        requireSymbols: false,
        requireUppercase: false,
      },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      // Also used for password resets.
      userVerification: {
        emailSubject: `${stage.site.name} : votre code`,
        emailBody: 'Votre code de vérification est {####}.',
      },
      userInvitation: invitation(stage),
      ...sender(stage),
      // Optional in the pool; only admins and owners are offered it (docs/decisions/15-second-factor.md).
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false, email: false },
      ...threatProtection(stage),
      deletionProtection: stage.protectData,
      removalPolicy: strictRemovalPolicy(stage),
    })
    const client = new UserPoolClient(this, 'WebClient', {
      ...STRICT_CLIENT,
      userPool,
      userPoolClientName: 'web',
      generateSecret: false,
      authFlows: stage.authFlow === 'USER_SRP_AUTH' ? { userSrp: true } : { userPassword: true },
      accessTokenValidity: Duration.minutes(60),
      idTokenValidity: Duration.minutes(60),
      // No rotation: a phone that loses the network between sending the old token and storing the new one would be
      // signed out. A password change revokes stolen tokens (docs/security.md).
      refreshTokenValidity: Duration.days(30),
    })
    new StringParameter(this, 'UserPoolId', {
      parameterName: names.parameters.userPoolId,
      stringValue: userPool.userPoolId,
    })
    new StringParameter(this, 'UserPoolClientId', {
      parameterName: names.parameters.userPoolClientId,
      stringValue: client.userPoolClientId,
    })
    this.#addTriggers(stage, userPool)
    if (stage.checkCompromisedCredentials) this.#refuseLeakedPasswords(userPool)
    if (stage.limitSignIns) new SignInLimits(this, 'SignInLimits', { stage, userPool })
    if (stage.name !== 'local') new MessageErrors(this, 'MessageErrors', { stage, userPool })
    if (stage.probe) new ProbeAccount(this, 'Probe', { stage, userPool })
    new DailyReconciliation(this, 'Reconciliation', { stage, userPool, receipts, deadLetters })
    acknowledge(userPool, {
      'AwsSolutions-COG1': 'The product specifies a minimum of 6 characters; attempts are rate limited.',
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
   * With SRP Cognito never sees the password at sign-in. The rest of threat protection stays off, because a school's
   * sign-ins from one address look like an attack to it.
   */
  #refuseLeakedPasswords(userPool: UserPool): void {
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

  #addTriggers(stage: Stage, userPool: UserPool): void {
    const environment = {
      TABLE_NAME: stageNames(stage.name).table,
      AUDIT_RETENTION_DAYS: String(stage.auditRetentionDays),
      OWNER_EMAILS: stage.owners.join(','),
    } satisfies IdentityEnvironment
    const description = 'Signs challenges of sign-ups. Made by the deployment; replaced by signUpKeyVersion.'
    const signUpKeys = signUpKeyNames(stage).trusted.map((name) =>
      generateSecret(this, { name, description }),
    )
    const add = (
      operation: UserPoolOperation,
      id: string,
      changes: Pick<CapabilityFunctionProps, 'name' | 'table'> & Partial<CapabilityFunctionProps>,
      ...onUserPool: string[]
    ) => {
      const entry = `identity/${changes.name}`
      // Cognito waits at most 5 s for a trigger.
      const timeout = Duration.seconds(5)
      const trigger = new CapabilityFunction(this, id, { stage, environment, entry, timeout, ...changes })
      userPool.addTrigger(operation, trigger)
      if (onUserPool.length === 0) return
      // A separate policy avoids a cycle: the pool depends on its triggers, and they on their role's inline policy.
      const statements = [allow('cognito-idp', onUserPool, userPool.userPoolArn)]
      trigger.role?.attachInlinePolicy(new Policy(this, `${id}OnUserPool`, { statements }))
    }
    add(UserPoolOperation.PRE_SIGN_UP, 'PreSignUp', {
      name: 'pre-sign-up',
      environment: { ...environment, SIGN_UP_KEYS: signUpKeys.join(',') } satisfies PreSignUpEnvironment,
      table: tableGrants.preSignUp,
    })
    add(
      UserPoolOperation.POST_CONFIRMATION,
      'PostConfirmation',
      { name: 'post-confirmation', table: tableGrants.postConfirmation },
      'AdminGetUser',
      'AdminSetUserMFAPreference',
    )
    add(
      UserPoolOperation.POST_AUTHENTICATION,
      'PostAuthentication',
      { name: 'post-authentication', table: tableGrants.postAuthentication },
      'AdminGetUser',
    )
  }

  /** An operator fills it in; the generated value is a placeholder. */
  #addDriveCredentials(stage: Stage): void {
    const secret = new Secret(this, 'DriveCredentials', {
      secretName: stageNames(stage.name).secrets.driveCredentials,
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

/** Checking for leaked passwords needs the plan that is billed per active account. */
function threatProtection({ checkCompromisedCredentials }: Stage) {
  if (!checkCompromisedCredentials) return { featurePlan: FeaturePlan.LITE }
  return {
    featurePlan: FeaturePlan.PLUS,
    standardThreatProtectionMode: StandardThreatProtectionMode.FULL_FUNCTION,
  }
}

/** Cognito demands both placeholders. */
function invitation({ site, siteOrigin }: Stage) {
  const address = siteOrigin === undefined ? '' : ` sur <a href="${siteOrigin}">${siteOrigin}</a>`
  return {
    emailSubject: `${site.name} : votre compte`,
    emailBody: [
      'Bonjour,',
      `Un compte d’administration de ${site.name} est prêt pour vous.`,
      'Adresse : {username}<br>Mot de passe provisoire : {####}',
      `Connectez-vous${address} dans les sept jours : le site vous demandera de choisir votre propre mot de passe.`,
    ].join('<br><br>'),
  }
}

/** Needs no permissions of ours: Cognito sends by its own service-linked role. */
function sender({ mail, region, site }: Stage) {
  if (!mail) return {}
  const { from, domain } = mail
  const ses = { fromEmail: from, fromName: site.name, sesRegion: mail.region ?? region }
  return { email: UserPoolEmail.withSES({ ...ses, ...(domain && { sesVerifiedDomain: domain }) }) }
}
