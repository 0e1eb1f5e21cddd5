import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { AwsCustomResource, AwsCustomResourcePolicy, PhysicalResourceId } from 'aws-cdk-lib/custom-resources'
import { Construct } from 'constructs'
import { acknowledge, BASIC_EXECUTION_ROLE } from '../../acknowledge.ts'
import { EDGE_REGION, stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'

/**
 * Reads the ARNs that the edge stack wrote to parameters of us-east-1, during the deployment of the site stack
 * (docs/decisions/18-us-east-1-stack.md). A parameter is read only when its name changes, so the name contains what
 * changes the ARN.
 */
export class EdgeArns extends Construct {
  /** ARN of the certificate, where the stage has a hosted zone. */
  readonly certificate: string | undefined
  /** ARN of the web ACL, where the stage has the firewall. */
  readonly firewall: string | undefined
  readonly #logGroup: LogGroup

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    const { name, siteOrigin, hostedZone, firewall, logRetentionDays } = stage
    const { parameters } = stageNames(name)
    this.#logGroup = new LogGroup(this, 'ReaderLogs', {
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    if (hostedZone && siteOrigin)
      this.certificate = this.#read('CertificateArn', parameters.certificateArn(new URL(siteOrigin).hostname))
    if (firewall) this.firewall = this.#read('FirewallArn', parameters.firewallArn)
    this.#acknowledgeReader()
  }

  #read(id: string, parameterName: string): string {
    const stack = Stack.of(this)
    const resourceName = parameterName.slice(1)
    const reading = new AwsCustomResource(this, id, {
      resourceType: 'Custom::EdgeParameter',
      onUpdate: {
        service: 'SSM',
        action: 'GetParameter',
        region: EDGE_REGION,
        parameters: { Name: parameterName },
        physicalResourceId: PhysicalResourceId.of(parameterName),
        outputPaths: ['Parameter.Value'],
      },
      policy: AwsCustomResourcePolicy.fromSdkCalls({
        resources: [
          stack.formatArn({ service: 'ssm', region: EDGE_REGION, resource: 'parameter', resourceName }),
        ],
      }),
      installLatestAwsSdk: false,
      logGroup: this.#logGroup,
    })
    return reading.getResponseField('Parameter.Value')
  }

  /** Acknowledges findings on the CDK's own function behind AwsCustomResource. */
  #acknowledgeReader(): void {
    const id = `AWS${AwsCustomResource.PROVIDER_FUNCTION_UUID.replaceAll('-', '')}`
    const reader = Stack.of(this).node.tryFindChild(id)
    if (!reader) throw new Error('AwsCustomResource keeps its function elsewhere now')
    acknowledge(reader, {
      [BASIC_EXECUTION_ROLE]: "The CDK's own function: writing its logs, nothing else.",
      'AwsSolutions-L1': 'The runtime of this function is chosen by the CDK.',
    })
  }
}
