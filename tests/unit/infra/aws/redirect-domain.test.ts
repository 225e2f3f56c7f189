import { expect, test } from 'vitest';
import { emptyParts, type Synthesized, synthesizeOnce } from '../../../support/deployment.ts';
import { asList, at, text } from '../../../support/template-values.ts';

test.each([
  { siteDomain: 'www.acme.com', redirectDomain: 'acme.com' },
  { siteDomain: 'acme.com', redirectDomain: 'www.acme.com' },
])(
  'the second name leads to the first: $redirectDomain to $siteDomain',
  ({ siteDomain, redirectDomain }) => {
    const domains = { flowsDomain: 'flows.acme.com', originDomain: 'origin.acme.com' };
    const hostedZone = { id: 'Z0123456789', name: 'acme.com' };
    const names = { ...domains, siteDomain, redirectDomain, hostedZone };
    const from = synthesizeOnce(emptyParts(), names);
    expect(at(JSON.parse(from.report), 'pluginReports')).toEqual([]);
    const [site, redirect, ...more] = distributions(from);
    expect(more).toEqual([]);
    expect(at(site?.config, 'Aliases')).toEqual([siteDomain]);
    expect(at(redirect?.config, 'Aliases')).toEqual([redirectDomain]);
    expect(redirect?.code).toMatch(`const siteOrigin="https://${siteDomain}";`);
    expect(site?.code).not.toContain('siteOrigin');
    const certificate = from.resources.find(
      ({ type, stack }) => type === 'AWS::CertificateManager::Certificate' && stack === 'site',
    );
    expect(certificate?.properties).toMatchObject({
      DomainName: siteDomain,
      SubjectAlternativeNames: [redirectDomain],
    });
    const records = from.resources
      .filter(({ type, stack }) => type === 'AWS::Route53::RecordSet' && stack === 'site')
      .map(({ properties }) => [
        properties.Type,
        properties.Name,
        at(properties, 'AliasTarget', 'DNSName', 'Fn::GetAtt', 0),
      ]);
    const expected = [
      ['A', `${siteDomain}.`, site?.id],
      ['AAAA', `${siteDomain}.`, site?.id],
      ['A', `${redirectDomain}.`, redirect?.id],
      ['AAAA', `${redirectDomain}.`, redirect?.id],
    ];
    expect(records.toSorted()).toEqual(expected.toSorted());
  },
  60_000,
);

/** The names of each distribution, and the code that its visitors run first. */
function distributions(from: Synthesized) {
  return from.ofType('AWS::CloudFront::Distribution').map(({ id, properties }) => {
    const config = at(properties, 'DistributionConfig');
    const [first] = asList(at(config, 'DefaultCacheBehavior', 'FunctionAssociations'));
    const functionId = at(first, 'FunctionARN', 'Fn::GetAtt', 0);
    const [code] = from.resources.filter((one) => one.id === functionId);
    return { id, config, code: text(code?.properties.FunctionCode) };
  });
}
