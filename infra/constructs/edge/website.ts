import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CfnElement, Duration, RemovalPolicy, Stack, Token } from 'aws-cdk-lib'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct } from 'constructs'
import * as v from 'valibot'
import { PUBLISHED_FILES } from '#functions/publishing/environment.ts'
import { InlineDigests } from '#shared/contract/published-content.ts'
import type { SiteConfig, SiteContent } from '#shared/contract/site-config.ts'
import { acknowledge, BASIC_EXECUTION_ROLE, strictRemovalPolicy } from '../../conventions.ts'
import { ROOT } from '../../run-app.ts'
import { buildSite } from '../../site-build.ts'
import type { Stage } from '../../stages.ts'
import { PRIVATE_BUCKET } from '../buckets.ts'

const NOT_BUILT = join(ROOT, 'web/worker')

const HASHED = 'assets/*'

/** `config`: content of `/config.json`; values may be tokens that are resolved at deployment. */
type WebsiteProps = { stage: Stage; config: SiteConfig }

/**
 * Hashed files are uploaded first and never removed, so that a page opened before a deployment still finds its chunks.
 * Pages come from the publisher, and no deployment removes them.
 */
export class Website extends Construct {
  readonly bucket: Bucket
  readonly build: WebBuild | null
  /** The site's address for search engines; undefined keeps them out. */
  readonly publicOrigin: string | undefined
  readonly files: Construct

  constructor(scope: Construct, id: string, { stage, config }: WebsiteProps) {
    super(scope, id)
    this.bucket = new Bucket(this, 'Bucket', {
      ...PRIVATE_BUCKET,
      // A deployment restores its content.
      removalPolicy: strictRemovalPolicy(stage),
      // CloudFormation cannot delete a bucket with content, and npm run destroy must complete.
      autoDeleteObjects: !stage.protectData,
    })
    // Keeps search engines from indexing trial stages.
    const isTrial = stage.name === 'dev' || stage.name === 'staging'
    this.publicOrigin = isTrial ? undefined : stage.siteOrigin
    this.build = webBuild(this, config.site)
    const site = Source.asset(this.build?.client ?? NOT_BUILT)
    const common = {
      destinationBucket: this.bucket,
      memoryLimit: 512,
      logGroup: new LogGroup(this, 'DeploymentLogs', {
        retention: stage.logRetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    }
    const hashed = new BucketDeployment(this, 'Hashed', {
      ...common,
      sources: [site],
      exclude: ['*'],
      include: [HASHED],
      prune: false,
      cacheControl: [
        CacheControl.setPublic(),
        CacheControl.maxAge(Duration.days(365)),
        CacheControl.immutable(),
      ],
    })
    const files = new BucketDeployment(this, 'Files', {
      ...common,
      sources: [site, Source.jsonData('config.json', config)],
      exclude: [HASHED, ...PUBLISHED_FILES],
      prune: false,
      // The edge caches them for a minute, so a deployment needs no invalidation.
      cacheControl: [
        CacheControl.setPublic(),
        CacheControl.maxAge(Duration.seconds(0)),
        CacheControl.sMaxAge(Duration.minutes(1)),
        CacheControl.mustRevalidate(),
      ],
    })
    files.node.addDependency(hashed)
    this.files = files
    this.#acknowledgeDeployer()
    acknowledge(this.bucket, {
      'AwsSolutions-S1': 'Only the distribution reads it; only deployments and the publisher write it.',
    })
  }

  #acknowledgeDeployer(): void {
    const stack = Stack.of(this)
    const deployer = stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'))
    if (!deployer) throw new Error('BucketDeployment keeps its function elsewhere now')
    const bucketId = stack.getLogicalId(this.bucket.node.defaultChild as CfnElement)
    const account = Token.isUnresolved(stack.account) ? '<AWS::AccountId>' : stack.account
    const copying = "Copies the built site from the deployment's assets into the one bucket."
    acknowledge(deployer, {
      [BASIC_EXECUTION_ROLE]: "The deployment's own function: writing its logs.",
      ...Object.fromEntries(
        [
          'Action::s3:GetBucket*',
          'Action::s3:GetObject*',
          'Action::s3:List*',
          'Action::s3:Abort*',
          'Action::s3:DeleteObject*',
          `Resource::<${bucketId}.Arn>/*`,
          `Resource::arn:aws:s3:::cdk-hnb659fds-assets-${account}-${stack.region}/*`,
        ].map((finding) => [`AwsSolutions-IAM5[${finding}]`, copying]),
      ),
      'AwsSolutions-L1': 'The runtime of this function is chosen by the CDK.',
    })
  }
}

type WebBuild = { client: string; renderer: string; inlineDigests: InlineDigests }

/** Builds the site during synthesis. @returns null where bundling is skipped */
function webBuild(scope: Construct, content: SiteContent): WebBuild | null {
  if (!Stack.of(scope).bundlingRequired) return null
  const folder = buildSite(content)
  const digests = readFileSync(join(folder, 'inline-digests.json'), 'utf8')
  return {
    client: join(folder, 'client'),
    renderer: join(folder, 'renderer'),
    inlineDigests: v.parse(InlineDigests, JSON.parse(digests)),
  }
}
