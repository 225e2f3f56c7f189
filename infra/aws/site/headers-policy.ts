import { Duration } from 'aws-cdk-lib';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { type AnswerKind, securityHeaders } from '../../../src/contract/security-headers.ts';

/** The headers that CloudFront accepts only in a field of their own. */
const fields: Readonly<Record<string, (value: string) => ResponseSecurityHeadersBehavior>> = {
  'content-security-policy': (contentSecurityPolicy) => ({
    contentSecurityPolicy: { contentSecurityPolicy, override: false },
  }),
  'referrer-policy': (value) => ({
    referrerPolicy: { referrerPolicy: referrerPolicyOf(value), override: true },
  }),
  'strict-transport-security': (value) => ({
    strictTransportSecurity: {
      accessControlMaxAge: Duration.seconds(Number(/max-age=(\d+)/.exec(value)?.[1])),
      includeSubdomains: value.includes('includeSubDomains'),
      preload: value.includes('preload'),
      override: true,
    },
  }),
  'x-content-type-options': () => ({ contentTypeOptions: { override: true } }),
  'x-frame-options': (value) => ({
    frameOptions: { frameOption: frameOptionOf(value), override: true },
  }),
};

/**
 * The security headers that CloudFront adds to the answers of S3 and of API Gateway itself. The
 * stricter policy of a function's own answer stays.
 */
export function headersPolicy(
  scope: Construct,
  id: string,
  { kind, name }: { readonly kind: AnswerKind; readonly name: string },
): ResponseHeadersPolicy {
  const list = Object.entries(securityHeaders(kind, { https: true }));
  const own = list.flatMap(([header, value]) => fields[header]?.(value) ?? []);
  const others = list.filter(([header]) => !(header in fields));
  return new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: `${name}-${kind}`,
    securityHeadersBehavior: Object.assign({}, ...own),
    customHeadersBehavior: {
      customHeaders: others.map(([header, value]) => ({ header, value, override: true })),
    },
    removeHeaders: ['server', 'x-amz-server-side-encryption', 'x-amz-version-id'],
  });
}

function referrerPolicyOf(value: string): HeadersReferrerPolicy {
  const found = Object.values(HeadersReferrerPolicy).find((policy) => policy === value);
  if (found === undefined) throw new TypeError(`CloudFront knows no referrer policy "${value}".`);
  return found;
}

function frameOptionOf(value: string): HeadersFrameOption {
  return value === 'DENY' ? HeadersFrameOption.DENY : HeadersFrameOption.SAMEORIGIN;
}
