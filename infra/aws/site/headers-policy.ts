import { CfnResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { type AnswerKind, securityHeaders } from '../../../src/contract/security-headers.ts';

/** The headers that CloudFront accepts only in a field of their own. */
const fields: Readonly<
  Record<string, (value: string) => CfnResponseHeadersPolicy.SecurityHeadersConfigProperty>
> = {
  'content-security-policy': (contentSecurityPolicy) => ({
    contentSecurityPolicy: { contentSecurityPolicy, override: false },
  }),
  'referrer-policy': (referrerPolicy) => ({ referrerPolicy: { referrerPolicy, override: true } }),
  'strict-transport-security': (value) => ({
    strictTransportSecurity: {
      accessControlMaxAgeSec: Number(/max-age=(\d+)/.exec(value)?.[1]),
      includeSubdomains: value.includes('includeSubDomains'),
      preload: value.includes('preload'),
      override: true,
    },
  }),
  'x-content-type-options': () => ({ contentTypeOptions: { override: true } }),
  'x-frame-options': (frameOption) => ({ frameOptions: { frameOption, override: true } }),
};

/**
 * The security headers that CloudFront adds to the answers of S3 and of API Gateway itself. The
 * stricter policy of a function's own answer stays.
 */
export function headersPolicy(
  scope: Construct,
  id: string,
  { kind, name }: { readonly kind: AnswerKind; readonly name: string },
): CfnResponseHeadersPolicy {
  const list = Object.entries(securityHeaders(kind, { https: true }));
  const own = list.flatMap(([header, value]) => fields[header]?.(value) ?? []);
  const others = list.filter(([header]) => !(header in fields));
  const removed = ['server', 'x-amz-server-side-encryption', 'x-amz-version-id'];
  return new CfnResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyConfig: {
      name: `${name}-${kind}`,
      securityHeadersConfig: Object.assign({}, ...own),
      customHeadersConfig: {
        items: others.map(([header, value]) => ({ header, value, override: true })),
      },
      removeHeadersConfig: { items: removed.map((header) => ({ header })) },
    },
  });
}
