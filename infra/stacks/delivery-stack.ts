import { CfnOutput, DefaultStackSynthesizer, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { OidcProviderNative, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { EDGE_REGION, stackEnvironment, stackId } from '../names.ts'
import type { Stage } from '../stages.ts'

/** Issuer of GitHub Actions tokens. */
const GITHUB = 'token.actions.githubusercontent.com'

/** Audience that configure-aws-credentials requests. */
const AUDIENCE = 'sts.amazonaws.com'

/** Bootstrap roles that a CDK deployment assumes; image publishing is left out, since no function is an image. */
const BOOTSTRAP_ROLES = ['deploy-role', 'file-publishing-role', 'lookup-role']

export type DeliveryProps = {
  stage: Stage
  /**
   * Repository that may deploy, by names and numeric ids: `owner@1234/name@5678`. GitHub's tokens contain both since
   * July 2026, so that a reused name does not inherit the permission.
   */
  repository: string
  /** `existing` when another stack has already created the account's only OIDC provider for GitHub. */
  provider: 'own' | 'existing'
}

/**
 * Lets the workflow `deploy.yml` of one repository deploy one stage without stored keys: the role
 * `revision-<stage>-delivery` trusts tokens of jobs in the GitHub environment of the stage's name and may only assume
 * the roles that `cdk bootstrap` created. It is a separate app (infra/delivery.ts), deployed by hand, so that a regular
 * deployment cannot change who may deploy.
 * @throws Error when the repository is not written with its numeric ids
 */
export class DeliveryStack extends Stack {
  constructor(scope: Construct, { stage, repository, provider }: DeliveryProps) {
    super(scope, stackId(stage.name, 'Delivery'), {
      env: stackEnvironment(stage),
      description: `Revision site (${stage.name}): what GitHub Actions deploys with`,
      terminationProtection: stage.protectData,
    })
    // The text becomes part of a trust policy: a wildcard or a missing id must not widen it.
    if (!/^[\w-]+@\d+\/[\w.-]+@\d+$/.test(repository))
      throw new Error(`'${repository}' is no repository: owner@<number>/name@<number> (docs/runbook.md)`)

    const role = new Role(this, 'Role', {
      roleName: `revision-${stage.name}-delivery`,
      description: `Deploys ${stage.name} from GitHub Actions`,
      assumedBy: new WebIdentityPrincipal(this.#providerArn(provider), {
        StringEquals: {
          [`${GITHUB}:aud`]: AUDIENCE,
          [`${GITHUB}:sub`]: `repo:${repository}:environment:${stage.name}`,
        },
      }),
      maxSessionDuration: Duration.hours(1),
    })
    role.addToPolicy(
      new PolicyStatement({
        actions: ['sts:AssumeRole'],
        resources: [...new Set([stage.region, EDGE_REGION])].flatMap((region) =>
          BOOTSTRAP_ROLES.map((name) => this.#bootstrapRoleArn(name, region)),
        ),
      }),
    )
    new CfnOutput(this, 'RoleArn', { value: role.roleArn })
  }

  #providerArn(provider: DeliveryProps['provider']): string {
    if (provider === 'existing')
      return this.formatArn({ service: 'iam', region: '', resource: 'oidc-provider', resourceName: GITHUB })
    return new OidcProviderNative(this, 'GitHub', {
      url: `https://${GITHUB}`,
      clientIds: [AUDIENCE],
      // The account has one provider, which other stages may use.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    }).oidcProviderArn
  }

  #bootstrapRoleArn(name: string, region: string): string {
    const resourceName = `cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-${name}-${this.account}-${region}`
    return this.formatArn({ service: 'iam', region: '', resource: 'role', resourceName })
  }
}
