import {
  App,
  CfnOutput,
  DefaultStackSynthesizer,
  Duration,
  RemovalPolicy,
  Stack,
  Validations,
} from 'aws-cdk-lib'
import { OidcProviderNative, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam'
import { AwsSolutionsChecks } from 'cdk-nag'
import type { Construct } from 'constructs'
import * as v from 'valibot'
import { EDGE_REGION, stackEnvironment, stackId } from './names.ts'
import { loadStage, type Stage } from './stages.ts'

const GITHUB = 'token.actions.githubusercontent.com'

const AUDIENCE = 'sts.amazonaws.com'

/** Bootstrap roles that a CDK deployment assumes; image publishing is left out, since no function is an image. */
const BOOTSTRAP_ROLES = ['deploy-role', 'file-publishing-role', 'lookup-role']

export type DeliveryProps = {
  stage: Stage
  /** By names and numeric ids, `owner@1234/name@5678`, so that a reused name does not inherit the permission. */
  repository: string
  /** `existing` when another stack has created the account's only OIDC provider for GitHub. */
  provider: 'own' | 'existing'
}

/**
 * Lets the workflow `deploy.yml` of one repository deploy one stage without stored keys. It is an app of its own,
 * deployed by hand once per stage, so that a regular deployment cannot change who may deploy.
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

// npx cdk deploy --app 'node infra/delivery.ts' -c stage=dev -c repository=owner@1234/name@5678
if (import.meta.main) {
  const app = new App()
  const repository = v.parse(v.string('-c repository=… is missing'), app.node.tryGetContext('repository'))
  const provider = v.parse(
    v.optional(v.picklist(['own', 'existing']), 'own'),
    app.node.tryGetContext('provider'),
  )
  new DeliveryStack(app, { stage: loadStage(app.node.tryGetContext('stage')), repository, provider })
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
}
