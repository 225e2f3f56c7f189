import {
  CfnElement,
  CfnOutput,
  Duration,
  RemovalPolicy,
  Stack,
  type StackProps,
  Validations,
} from 'aws-cdk-lib';
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
import { RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { EdgeFile, EdgeFunctions } from './edge-functions.ts';
import { certificateFor, originSecretId, pointAt, zoneOf } from './names.ts';
import { originHeader } from './runtime/check-origin.ts';
import type { Settings } from './settings.ts';
import { siteAlarms } from './site/alarms.ts';
import { firewall } from './site/firewall.ts';
import { headersPolicy } from './site/headers-policy.ts';
import { rebuildNightly } from './site/rebuild.ts';

interface SiteStackProps extends StackProps {
  readonly settings: Settings;
  readonly edgeFunctions: EdgeFunctions;
}

/** The characters of the secret by which the API knows CloudFront. */
const ORIGIN_SECRET_LENGTH = 64;

/** Longer than API Gateway waits for a function, so that its answer arrives, whatever it says. */
const ORIGIN_TIMEOUT_S = 35;

/** The site: files in a bucket that only CloudFront can read, and the API behind the same name. */
export class SiteStack extends Stack {
  readonly #settings: Settings;
  readonly #edgeFunctions: EdgeFunctions;

  constructor(scope: Construct, id: string, { settings, edgeFunctions, ...props }: SiteStackProps) {
    super(scope, id, props);
    this.#settings = settings;
    this.#edgeFunctions = edgeFunctions;
    const bucket = this.#bucket();
    const store = new KeyValueStore(this, 'Addresses', {
      keyValueStoreName: `${settings.name}-addresses`,
      comment: 'Every file of the site, and where renamed posts are now',
    });
    const distribution = this.#distribution(bucket, store);
    const rebuild = rebuildNightly(this, {
      settings,
      target: {
        bucketName: bucket.bucketName,
        bucketArn: bucket.bucketArn,
        bucketId: this.#templateNameOf(bucket),
        distributionId: distribution.distributionId,
        distributionArn: distribution.distributionArn,
        storeArn: store.keyValueStoreArn,
      },
    });
    siteAlarms(this, settings, {
      distributionId: distribution.distributionId,
      edgeFunctionName: (file) => this.#edgeFunctionName(file),
      rebuildName: rebuild?.projectName,
    });
    new CfnOutput(this, 'BucketName', { value: bucket.bucketName });
    new CfnOutput(this, 'DistributionId', { value: distribution.distributionId });
    new CfnOutput(this, 'DistributionDomain', { value: distribution.distributionDomainName });
    new CfnOutput(this, 'StoreArn', { value: store.keyValueStoreArn });
  }

  #bucket(): Bucket {
    const bucket = new Bucket(this, 'Files', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    Validations.of(bucket).acknowledge({ id: 'AwsSolutions-S1', reason: noAccessLogs });
    return bucket;
  }

  #distribution(bucket: Bucket, store: KeyValueStore): Distribution {
    const { siteDomain, name } = this.#settings;
    const zone = zoneOf(this, this.#settings);
    const deps = { settings: this.#settings, zone };
    const certificateArn = certificateFor(this, 'site', [siteDomain], deps);
    const distribution = new Distribution(this, 'Distribution', {
      comment: name,
      domainNames: [siteDomain],
      certificate: Certificate.fromCertificateArn(this, 'SiteCertificate', certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      webAclId: firewall(this, 'Firewall', name).attrArn,
      defaultBehavior: this.#files(bucket, store),
      additionalBehaviors: { '/api/*': this.#api() },
    });
    Validations.of(distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'The site is for people in every country.' },
      { id: 'AwsSolutions-CFR3', reason: noAccessLogs },
    );
    pointAt(this, zone, siteDomain, RecordTarget.fromAlias(new CloudFrontTarget(distribution)), {
      hasIpv6: true,
    });
    return distribution;
  }

  /** Files: kept at the edge, compressed, and asked for without cookies, queries or other headers. */
  #files(bucket: Bucket, store: KeyValueStore): BehaviorOptions {
    return {
      // The class doesn't say of its optional members that they may be undefined, its interface does.
      origin: S3BucketOrigin.withOriginAccessControl(bucket as IBucket),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      compress: true,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: headersPolicy(this, 'SiteHeaders', {
        kind: 'site',
        name: this.#settings.name,
      }),
      functionAssociations: [
        {
          eventType: FunctionEventType.VIEWER_REQUEST,
          function: this.#edgeFunction('site-request', store),
        },
        {
          eventType: FunctionEventType.VIEWER_RESPONSE,
          function: this.#edgeFunction('site-response'),
        },
      ],
    };
  }

  /** The API: never kept, and asked with all that the visitor sent but the name of the host. */
  #api(): BehaviorOptions {
    const { originDomain, name } = this.#settings;
    // Another number is another secret: only a changed template makes CloudFront take a new value.
    const secret = new Secret(this, `OriginSecret${this.#settings.originSecret}`, {
      secretName: originSecretId(this.#settings),
      description: 'CloudFront sends it to the API, which answers nobody else',
      generateSecretString: {
        passwordLength: ORIGIN_SECRET_LENGTH,
        excludePunctuation: true,
      },
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
      functionAssociations: [
        {
          eventType: FunctionEventType.VIEWER_REQUEST,
          function: this.#edgeFunction('api-request'),
        },
      ],
    };
  }

  #templateNameOf(bucket: Bucket): string {
    const { defaultChild } = bucket.node;
    if (!CfnElement.isCfnElement(defaultChild)) throw new TypeError('A bucket is one resource.');
    return this.getLogicalId(defaultChild);
  }

  #edgeFunctionName(file: EdgeFile): string {
    return `${this.#settings.name}-${file}`;
  }

  #edgeFunction(file: EdgeFile, keyValueStore?: KeyValueStore): EdgeFunction {
    return new EdgeFunction(this, file, {
      functionName: this.#edgeFunctionName(file),
      code: FunctionCode.fromInline(this.#edgeFunctions[file]),
      runtime: FunctionRuntime.JS_2_0,
      ...(keyValueStore ? { keyValueStore } : {}),
    });
  }
}

const noAccessLogs =
  'Such a log keeps the addresses of visitors and what they read. What is needed to run the site is in the metrics, and calls of the API are logged without addresses.';
