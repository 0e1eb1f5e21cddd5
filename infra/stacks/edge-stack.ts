import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager'
import { HostedZone } from 'aws-cdk-lib/aws-route53'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import type { Construct } from 'constructs'
import { EdgeFirewall } from '../constructs/edge/edge-firewall.ts'
import { EDGE_REGION, stackEnvironment, stackId, stageNames } from '../names.ts'
import type { Stage } from '../stages.ts'

/** Returns whether a stage needs resources in us-east-1. */
export function needsEdgeStack({ hostedZone, firewall }: Stage): boolean {
  return hostedZone !== undefined || firewall
}

/**
 * Resources that CloudFront takes from us-east-1 only: the certificate of the site's address, validated by a record in
 * its hosted zone, and the web ACL. Their ARNs are written to SSM parameters of that region, which the site stack reads
 * (edge-arns.ts, docs/decisions/18-us-east-1-stack.md).
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
