import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AaaaRecord,
  ARecord,
  HostedZone,
  type IHostedZone,
  type RecordTarget,
} from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/** The zone of the settings; nothing is looked up in an account. */
export function zoneOf(scope: Construct, { hostedZone }: Settings): IHostedZone | undefined {
  if (hostedZone === null) return undefined;
  const { id: hostedZoneId, name: zoneName } = hostedZone;
  return HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName });
}

/**
 * The ARN of a certificate for names: the one of the settings, else a new one that the zone proves.
 * @param kind the certificate of the settings to use
 */
export function certificateFor(
  scope: Construct,
  kind: 'site' | 'api',
  domains: readonly [string, ...string[]],
  { settings, zone }: { readonly settings: Settings; readonly zone: IHostedZone | undefined },
): string {
  if (settings.certificates) return settings.certificates[kind];
  const [domainName, ...others] = domains;
  return new Certificate(scope, 'Certificate', {
    domainName,
    ...(others.length > 0 ? { subjectAlternativeNames: others } : {}),
    validation: CertificateValidation.fromDns(zone),
  }).certificateArn;
}

/** Points a name at its target; without a zone the adopter does that in their own DNS. */
export function pointAt(
  scope: Construct,
  zone: IHostedZone | undefined,
  recordName: string,
  target: RecordTarget,
  { hasIpv6 } = { hasIpv6: false },
): void {
  if (zone === undefined) return;
  if (hasIpv6) new AaaaRecord(scope, `IPv6 name ${recordName}`, { zone, recordName, target });
  new ARecord(scope, `Name ${recordName}`, { zone, recordName, target });
}
