import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { AwsCustomResource, AwsCustomResourcePolicy, PhysicalResourceId } from 'aws-cdk-lib/custom-resources'
import { Construct } from 'constructs'
import { acknowledge, BASIC_EXECUTION_ROLE } from '../acknowledge.ts'
import { EDGE_REGION, namesOf } from '../names.ts'
import type { Stage } from '../stages.ts'

/**
 * The ARNs that the edge stack wrote into parameters of us-east-1, read during the deployment of another region's stack
 * (docs/decisions/18). A parameter is read when this stack first names it: what makes an ARN change is part of the
 * parameter's name.
 */
export class EdgeArns extends Construct {
  /** Of the certificate made in the hosted zone; none without one. */
  readonly certificate: string | undefined
  /** Of the web ACL; none where the stage has no firewall. */
  readonly firewall: string | undefined
  readonly #logGroup: LogGroup

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    const { name, siteOrigin, hostedZone, firewall, logRetentionDays } = stage
    const { parameters } = namesOf(name)
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

  /** The CDK's function behind AwsCustomResource stands at the top of the stack. */
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
