import { CfnElement, CfnOutput, Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  KeyValueStore,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { privateBucket } from './conventions.ts';
import type { EdgeFile, EdgeFunctions } from './edge-functions.ts';
import { certificateFor, pointAt, zoneOf } from './names.ts';
import { originHeader } from './runtime/check-origin.ts';
import { originSecretId, type Settings, siteOriginOf } from './settings.ts';
import { siteAlarms } from './site/alarms.ts';
import { budgets } from './site/budgets.ts';
import { firewall } from './site/firewall.ts';
import { headersPolicy } from './site/headers-policy.ts';
import { rebuildNightly } from './site/rebuild.ts';

interface SiteStackProps extends StackProps {
  readonly settings: Settings;
  readonly edgeFunctions: EdgeFunctions;
}

/** The characters of the secret that CloudFront shows the API. */
const ORIGIN_SECRET_LENGTH = 64;

/** Longer than API Gateway waits for a function, so that its answer arrives. */
const ORIGIN_TIMEOUT_S = 35;

/** The site: files in a bucket that only CloudFront can read, and the API behind the same name. */
export class SiteStack extends Stack {
  readonly #settings: Settings;
  readonly #edgeFunctions: EdgeFunctions;
  /** The names of the edge functions in the account, by their files. */
  readonly #edgeFunctionNames = new Map<EdgeFile, string>();

  constructor(scope: Construct, id: string, { settings, edgeFunctions, ...props }: SiteStackProps) {
    super(scope, id, props);
    this.#settings = settings;
    this.#edgeFunctions = edgeFunctions;
    const bucket = privateBucket(this, 'Files');
    Validations.of(bucket).acknowledge({ id: 'AwsSolutions-S1', reason: noAccessLogs });
    const store = new KeyValueStore(this, 'Addresses', {
      keyValueStoreName: `${settings.name}-addresses`,
      comment: 'Every file of the site, and where renamed posts are now',
    });
    const distribution = this.#distribution(bucket, store);
    const { bucketName, bucketArn } = bucket;
    const { distributionId, distributionArn } = distribution;
    const storeArn = store.keyValueStoreArn;
    const bucketId = this.#templateNameOf(bucket);
    const target = { bucketName, bucketArn, bucketId, distributionId, distributionArn, storeArn };
    const rebuild = rebuildNightly(this, settings, target);
    const watched = { distributionId, edgeFunctions: this.#edgeFunctionNames, rebuild };
    siteAlarms(this, settings, watched);
    // Billing is in us-east-1, as this stack is.
    budgets(this, settings);
    new CfnOutput(this, 'BucketName', { value: bucketName });
    new CfnOutput(this, 'DistributionId', { value: distributionId });
    new CfnOutput(this, 'DistributionDomain', { value: distribution.distributionDomainName });
    new CfnOutput(this, 'StoreArn', { value: storeArn });
  }

  #distribution(bucket: Bucket, store: KeyValueStore): Distribution {
    const { siteDomain, redirectDomain, name } = this.#settings;
    const zone = zoneOf(this, this.#settings);
    const deps = { settings: this.#settings, zone };
    const domains = [siteDomain, ...(redirectDomain ? [redirectDomain] : [])] as const;
    const certificateArn = certificateFor(this, 'site', domains, deps);
    const shared = {
      certificate: Certificate.fromCertificateArn(this, 'SiteCertificate', certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      webAclId: firewall(this, 'Firewall', name).attrArn,
    };
    const distribution = new Distribution(this, 'Distribution', {
      ...shared,
      comment: name,
      domainNames: [siteDomain],
      defaultBehavior: this.#files(bucket, store),
      additionalBehaviors: { '/api/*': this.#api() },
    });
    this.#publish(distribution, siteDomain, zone);
    if (redirectDomain) {
      const redirect = new Distribution(this, 'Redirect', {
        ...shared,
        comment: `${name}: leads from ${redirectDomain}`,
        domainNames: [redirectDomain],
        defaultBehavior: this.#redirects(),
      });
      this.#publish(redirect, redirectDomain, zone);
    }
    return distribution;
  }

  #publish(distribution: Distribution, domain: string, zone: IHostedZone | undefined): void {
    Validations.of(distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'The site is for people in every country.' },
      { id: 'AwsSolutions-CFR3', reason: noAccessLogs },
    );
    const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
    pointAt(this, zone, domain, target, { hasIpv6: true });
  }

  /** Answers at the edge: CloudFront wants an origin, which nobody ever reaches. */
  #redirects(): BehaviorOptions {
    return {
      origin: new HttpOrigin(this.#settings.siteDomain),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      functionAssociations: [
        this.#edgeFunction('redirect-request', FunctionEventType.VIEWER_REQUEST),
      ],
    };
  }

  /** Files: cached at the edge, compressed, and requested without cookies, queries or headers. */
  #files(bucket: Bucket, store: KeyValueStore): BehaviorOptions {
    const { name } = this.#settings;
    return {
      // The interface says that its optional members may be undefined; the class does not.
      origin: S3BucketOrigin.withOriginAccessControl(bucket as IBucket),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      compress: true,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: headersPolicy(this, 'SiteHeaders', { kind: 'site', name }),
      functionAssociations: [
        this.#edgeFunction('site-request', FunctionEventType.VIEWER_REQUEST, store),
        this.#edgeFunction('site-response', FunctionEventType.VIEWER_RESPONSE),
      ],
    };
  }

  /** The API: never cached, and sent all of the visitor's request but the host. */
  #api(): BehaviorOptions {
    const { originDomain, name } = this.#settings;
    // Another number is another secret: CloudFront takes a new value only with a changed template.
    const secret = new Secret(this, `OriginSecret${this.#settings.originSecret}`, {
      secretName: originSecretId(this.#settings),
      description: 'CloudFront sends it to the API, which answers nobody else',
      generateSecretString: { passwordLength: ORIGIN_SECRET_LENGTH, excludePunctuation: true },
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'A new value reaches CloudFront with a deployment only, so a rotation between deployments would lock everybody out; docs/operations.md says how to change it.',
    });
    return {
      origin: new HttpOrigin(originDomain, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        readTimeout: Duration.seconds(ORIGIN_TIMEOUT_S),
        // A reference that CloudFormation resolves: the template never holds the secret.
        customHeaders: { [originHeader]: secret.secretValue.unsafeUnwrap() },
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      compress: false,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: headersPolicy(this, 'ApiHeaders', { kind: 'data', name }),
      functionAssociations: [this.#edgeFunction('api-request', FunctionEventType.VIEWER_REQUEST)],
    };
  }

  #templateNameOf(bucket: Bucket): string {
    const { defaultChild } = bucket.node;
    if (!CfnElement.isCfnElement(defaultChild)) throw new TypeError('A bucket is one resource.');
    return this.getLogicalId(defaultChild);
  }

  #edgeFunction(file: EdgeFile, eventType: FunctionEventType, keyValueStore?: KeyValueStore) {
    const functionName = `${this.#settings.name}-${file}`;
    this.#edgeFunctionNames.set(file, functionName);
    const origin = `const siteOrigin=${JSON.stringify(siteOriginOf(this.#settings))};`;
    const code = this.#edgeFunctions[file];
    const made = new EdgeFunction(this, file, {
      functionName,
      code: FunctionCode.fromInline(file === 'redirect-request' ? `${origin}${code}` : code),
      runtime: FunctionRuntime.JS_2_0,
      ...(keyValueStore ? { keyValueStore } : {}),
    });
    return { eventType, function: made };
  }
}

const noAccessLogs =
  'Such a log keeps the addresses of visitors and what they read. What is needed to run the site is in the metrics, and calls of the API are logged without addresses.';
