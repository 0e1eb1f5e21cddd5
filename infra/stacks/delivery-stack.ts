import { CfnOutput, DefaultStackSynthesizer, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { OidcProviderNative, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { stackId } from '../names.ts'
import type { Stage } from '../stages.ts'

/** Who signs the tokens of GitHub Actions. */
const GITHUB = 'token.actions.githubusercontent.com'

/** What configure-aws-credentials asks to be named in the token. */
const AUDIENCE = 'sts.amazonaws.com'

/** What a deployment of the CDK acts as; images are not among it, since no function is one. */
const BOOTSTRAP_ROLES = ['deploy-role', 'file-publishing-role', 'lookup-role']

/** The part of the site that CloudFront wants in this region (certificate, firewall) is deployed there. */
const EDGE_REGION = 'us-east-1'

export type DeliveryProps = {
  stage: Stage
  /**
   * The GitHub repository that may deploy, by names and numbers: `owner@1234/name@5678`. GitHub's tokens name both since
   * July 2026, so that nobody inherits the right by taking over a name that became free.
   */
  repository: string
  /** `existing` when another stage's stack, or another project, has made the account's one provider for GitHub. */
  provider: 'own' | 'existing'
}

/**
 * Lets the workflow `deploy.yml` of one repository deploy one stage, without any stored key: the role
 * `revision-<stage>-delivery` trusts tokens of jobs in the GitHub environment of the stage's name, and may do nothing
 * but take on the roles that `cdk bootstrap` made in this account. An app of its own (infra/delivery.ts), deployed by
 * hand: who delivers must not be able to change who delivers by what it delivers every day.
 * @throws Error when the repository is not written with its numbers
 */
export class DeliveryStack extends Stack {
  constructor(scope: Construct, { stage, repository, provider }: DeliveryProps) {
    super(scope, stackId(stage.name, 'Delivery'), {
      env: { region: stage.region, ...(stage.account && { account: stage.account }) },
      description: `Revision site (${stage.name}): what GitHub Actions deploys with`,
      terminationProtection: stage.protectData,
    })
    // The text becomes a condition of trust: a star or a missing number must not widen it.
    if (!/^[\w-]+@\d+\/[\w.-]+@\d+$/.test(repository))
      throw new Error(`'${repository}' is no repository: owner@<number>/name@<number> (docs/delivery.md)`)

    const role = new Role(this, 'Role', {
      roleName: `revision-${stage.name}-delivery`,
      description: `Deploys ${stage.name} from GitHub Actions`,
      assumedBy: new WebIdentityPrincipal(this.providerArn(provider), {
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
          BOOTSTRAP_ROLES.map((name) => this.bootstrapRoleArn(name, region)),
        ),
      }),
    )
    new CfnOutput(this, 'RoleArn', { value: role.roleArn })
  }

  private providerArn(provider: DeliveryProps['provider']): string {
    if (provider === 'existing')
      return this.formatArn({ service: 'iam', region: '', resource: 'oidc-provider', resourceName: GITHUB })
    return new OidcProviderNative(this, 'GitHub', {
      url: `https://${GITHUB}`,
      clientIds: [AUDIENCE],
      // An account has one: other stages' stacks may rely on it.
      removalPolicy: RemovalPolicy.RETAIN,
    }).oidcProviderArn
  }

  private bootstrapRoleArn(name: string, region: string): string {
    const resourceName = `cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-${name}-${this.account}-${region}`
    return this.formatArn({ service: 'iam', region: '', resource: 'role', resourceName })
  }
}
