import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { HostedZone } from 'aws-cdk-lib/aws-route53'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import { AwsCustomResource, AwsCustomResourcePolicy, PhysicalResourceId } from 'aws-cdk-lib/custom-resources'
import { Construct } from 'constructs'
import { EdgeFirewall } from '../constructs/edge/firewalls.ts'
import { acknowledge, BASIC_EXECUTION_ROLE } from '../conventions.ts'
import { EDGE_REGION, stackEnvironment, stackId, stageNames } from '../names.ts'
import type { Stage } from '../stages.ts'

/** Returns whether a stage needs resources in us-east-1. */
export function needsEdgeStack({ hostedZone, firewall }: Stage): boolean {
  return hostedZone !== undefined || firewall
}

/**
 * Resources that CloudFront takes from us-east-1 only. Their ARNs are written to SSM parameters of that region
 * (docs/decisions/18-us-east-1-stack.md).
 */
export class EdgeStack extends Stack {
  constructor(scope: Construct, stage: Stage) {
    super(scope, stackId(stage.name, 'Edge'), {
      env: stackEnvironment(stage, EDGE_REGION),
      description: `Revision site (${stage.name}): what CloudFront takes from ${EDGE_REGION} only`,
    })
    this.#addCertificate(stage)
    if (stage.firewall) {
      const { arn } = new EdgeFirewall(this, 'Firewall', { stage })
      this.#publish('FirewallArn', stageNames(stage.name).parameters.firewallArn, arn)
    }
  }

  #addCertificate({ name, siteOrigin, hostedZone }: Stage): void {
    if (!hostedZone || !siteOrigin) return
    const host = new URL(siteOrigin).hostname
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: hostedZone.id,
      zoneName: hostedZone.name,
    })
    const certificate = new Certificate(this, 'Certificate', {
      domainName: host,
      validation: CertificateValidation.fromDns(zone),
    })
    // Retained: while a new address is deployed, the distribution still uses the old certificate.
    certificate.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE)
    this.#publish(
      'CertificateArn',
      stageNames(name).parameters.certificateArn(host),
      certificate.certificateArn,
    )
  }

  #publish(id: string, parameterName: string, stringValue: string): void {
    new StringParameter(this, id, {
      parameterName,
      stringValue,
      description: 'Read by the site stack in its own region. Written by the deployment.',
    })
  }
}

/**
 * Reads these parameters during the deployment of the site stack. One is read only when its name changes, so the name
 * contains what changes the ARN.
 */
export class EdgeArns extends Construct {
  readonly certificate: string | undefined
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
