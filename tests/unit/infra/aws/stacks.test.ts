import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { routeKey } from '../../../../infra/aws/api/http-api.ts';
import type { Parts } from '../../../../infra/aws/app.ts';
import { secretNames } from '../../../../infra/aws/bundle-needs.ts';
import { type Audience, functionNames } from '../../../../src/contract/route.ts';
import { routesOf } from '../../../../src/contract/routes.ts';
import { listeners, schedules } from '../../../../src/contract/schedules.ts';
import { securityHeaders } from '../../../../src/contract/security-headers.ts';
import { bundledParts, type Synthesized, synthesizeOnce } from '../../../support/deployment.ts';
import { asList, at, text } from '../../../support/template-values.ts';

let parts: Parts;
let made: Synthesized;
beforeAll(async () => {
  parts = await bundledParts();
  made = synthesizeOnce(parts);
}, 180_000);

test('no rule of CloudFormation or cdk-nag is broken', () => {
  expect(at(JSON.parse(made.report), 'pluginReports')).toEqual([]);
});

test('no rule is broken either with every choice made the other way', () => {
  const certificate = (region: string) =>
    `arn:aws:acm:${region}:111122223333:certificate/01234567-89ab-cdef-0123-456789abcdef`;
  const other = synthesizeOnce(parts, {
    hostedZone: null,
    redirectDomain: null,
    certificates: { site: certificate('us-east-1'), api: certificate('eu-central-1') },
    alarmEmail: 'operator@millrace.example',
    multiRegion: { witnessRegion: 'eu-west-1', peers: [] },
    reservesConcurrency: false,
    tracesRequests: true,
    nightlyBuild: null,
  });
  expect(at(JSON.parse(other.report), 'pluginReports')).toEqual([]);
  const types = other.resources.map(({ type }) => type);
  expect(types).not.toContain('AWS::Route53::RecordSet');
  expect(types).not.toContain('AWS::CodeBuild::Project');
  expect(types.filter((type) => type === 'AWS::CloudFront::Distribution')).toHaveLength(1);
  expect(types).toContain('AWS::SNS::Subscription');
}, 60_000);

test('the command line of the CDK reads the templates, without an account', async () => {
  const cdk = fileURLToPath(new URL('../../../../node_modules/aws-cdk/bin/cdk', import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cdk, 'ls', '--app', made.folder, '--no-notices'],
    { env: { HOME: made.folder, CDK_DISABLE_CLI_TELEMETRY: 'true' } },
  );
  expect(stdout.trim().split('\n')).toEqual(['millrace-data', 'millrace-api', 'millrace-site']);
}, 60_000);

describe('the functions', () => {
  const unasked = [...Object.keys(schedules), ...Object.keys(listeners)];
  const expected = [...functionNames, ...unasked, 'checkOrigin', 'prepareDatabase'];

  test('are those that answer routes, one for each schedule and listener, and the two that serve them', () => {
    expect(expected.length).toBeLessThanOrEqual(16);
    const names = made
      .ofType('AWS::Lambda::Function')
      .map(({ properties }) => text(properties.FunctionName).replace('millrace-', ''));
    expect(names.toSorted()).toEqual(expected.toSorted());
  });

  test('have logs that do not grow for good', () => {
    for (const { properties } of made.ofType('AWS::Logs::LogGroup')) {
      expect(properties.RetentionInDays).toBe(60);
    }
  });

  test('browsers may send files to the bucket of uploads, from the site alone, for a day', () => {
    const [bucket] = made
      .ofType('AWS::S3::Bucket')
      .filter(({ properties }) => String(properties.BucketName).includes('-uploads-'));
    const origin = { AllowedOrigins: ['https://www.millrace.example'], AllowedMethods: ['PUT'] };
    const rule = { ...origin, AllowedHeaders: ['x-amz-checksum-sha256'] };
    expect(bucket?.properties).toMatchObject({
      CorsConfiguration: { CorsRules: [rule] },
      LifecycleConfiguration: { Rules: [{ ExpirationInDays: 1, Status: 'Enabled' }] },
    });
  });

  test('believe the header about who asks only behind CloudFront', () => {
    for (const name of functionNames) {
      const [lambda] = made
        .ofType('AWS::Lambda::Function')
        .filter(({ properties }) => properties.FunctionName === `millrace-${name}`);
      const header = at(lambda, 'properties', 'Environment', 'Variables', 'VIEWER_ADDRESS_HEADER');
      const isDirect = name === 'flows' || name === 'runs';
      expect(header).toBe(isDirect ? undefined : 'x-viewer-address');
    }
  });

  test('leave room below the limit of resources in a stack', () => {
    expect(made.resources.filter(({ stack }) => stack === 'api').length).toBeLessThanOrEqual(200);
  });
});

const keysOf = (audience: Audience): string[] => routesOf(audience).map(routeKey);

describe('the APIs', () => {
  test.each(['site', 'flows'] as const)(
    'of the %s has a route for each row, which is that of HEAD as well',
    (audience: Audience) => {
      const [api] = made
        .ofType('AWS::ApiGatewayV2::Api')
        .filter(({ properties }) => properties.Name === `millrace-${audience}`);
      const keys = made
        .ofType('AWS::ApiGatewayV2::Route')
        .filter(({ properties }) => at(properties, 'ApiId', 'Ref') === api?.id)
        .map(({ properties }) => text(properties.RouteKey));
      expect(keys.toSorted()).toEqual(keysOf(audience).toSorted());
      expect(keys).toContain(audience === 'site' ? 'ANY /api/health' : 'ANY /flows');
      expect(keys).not.toContain('ANY /api/auth/logout');
    },
  );

  test('are reached by their own names only', () => {
    for (const { properties } of made.ofType('AWS::ApiGatewayV2::Api')) {
      expect(properties.DisableExecuteApiEndpoint).toBe(true);
    }
  });

  test('of the site answer nobody but CloudFront', () => {
    const [authorizer] = made.ofType('AWS::ApiGatewayV2::Authorizer');
    expect(authorizer?.properties).toMatchObject({
      IdentitySource: ['$request.header.x-origin-secret'],
      EnableSimpleResponses: true,
    });
    const guarded = made
      .ofType('AWS::ApiGatewayV2::Route')
      .filter(({ properties }) => at(properties, 'AuthorizerId', 'Ref') === authorizer?.id);
    expect(guarded).toHaveLength(keysOf('site').length);
  });

  test('write nothing about a person into their logs', () => {
    for (const { properties } of made.ofType('AWS::ApiGatewayV2::Stage')) {
      const logId = at(properties, 'AccessLogSettings', 'DestinationArn', 'Fn::GetAtt', 0);
      const log = made.ofType('AWS::Logs::LogGroup').find(({ id }) => id === logId);
      // A first stage in an account with many would fail at another name.
      expect(log?.properties.LogGroupName).toMatch(/^\/aws\/vendedlogs\/millrace-\w+\/calls$/);
      const format = text(at(properties, 'AccessLogSettings', 'Format'));
      expect(format).not.toMatch(/identity|sourceIp|userAgent|path\b|header|querystring/i);
    }
  });
});

describe('the schedules', () => {
  test('call their function as often as the contract says', () => {
    const rates = made
      .ofType('AWS::Scheduler::Schedule')
      .map(({ properties }) => text(properties.ScheduleExpression));
    const expected = Object.values(schedules).map(({ everyMinutes }) =>
      everyMinutes === 1 ? 'rate(1 minute)' : `rate(${everyMinutes} minutes)`,
    );
    expect(rates).toEqual(expect.arrayContaining(expected));
  });
});

describe('no template', () => {
  test('holds a secret, but references to it', () => {
    const all = Object.values(made.texts).join('');
    expect(all).not.toMatch(/"(?:[sr]k_(?:live|test)_|whsec_)/);
    for (const name of secretNames) expect(all).not.toMatch(new RegExp(`"${name}":`));
    expect(made.texts.site).toContain('{{resolve:secretsmanager:');
  });

  test('changes from one time to the next', () => {
    expect(synthesizeOnce(parts, {}, false).texts).toEqual(made.texts);
  }, 120_000);
});

describe('the database', () => {
  test('cannot be deleted by mistake, and is backed up', () => {
    const [cluster] = made.ofType('AWS::DSQL::Cluster');
    expect(cluster?.properties.DeletionProtectionEnabled).toBe(true);
    expect(JSON.parse(made.texts.data).Resources[cluster?.id ?? '']).toMatchObject({
      DeletionPolicy: 'Retain',
    });
    expect(text(made.ofType('AWS::Backup::BackupSelection'))).toContain(cluster?.id);
  });

  test('is up to date before a function of the new version runs', () => {
    const { Resources } = JSON.parse(made.texts.api);
    const [prepared] = made.ofType('Custom::PreparedDatabase');
    const [site] = made
      .ofType('AWS::Lambda::Function')
      .filter(({ properties }) => properties.FunctionName === 'millrace-site');
    expect(Resources[site?.id ?? ''].DependsOn).toContain(prepared?.id);
    expect(prepared?.properties.role).toBe('application');
  });
});

describe('the distribution', () => {
  const config = () =>
    at(made.ofType('AWS::CloudFront::Distribution')[0], 'properties', 'DistributionConfig');
  const apiBehavior = () => at(config(), 'CacheBehaviors', 0);

  test('never keeps what the API answers, and passes on all but the host', () => {
    expect(apiBehavior()).toMatchObject({
      PathPattern: '/api/*',
      // The managed policies CachingDisabled and AllViewerExceptHostHeader.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      AllowedMethods: expect.arrayContaining(['POST', 'DELETE']),
    });
  });

  test('has no error pages that would stand in for the API’s errors', () => {
    expect(at(config(), 'CustomErrorResponses')).toBeUndefined();
  });

  test('asks S3 without cookies, and compresses what it sends', () => {
    const files = at(config(), 'DefaultCacheBehavior');
    // The managed policy CachingOptimized forwards no cookie, no query and no header.
    expect(files).toMatchObject({
      CachePolicyId: '658327ea-f89d-4fab-a63d-7e88639e58f6',
      Compress: true,
    });
    expect(at(files, 'OriginRequestPolicyId')).toBeUndefined();
  });

  test('is asked over TLS only, and asks the API so', () => {
    const origins = asList(at(config(), 'Origins'));
    const api = origins.find((origin) => at(origin, 'CustomOriginConfig') !== undefined);
    expect(api).toMatchObject({
      DomainName: 'origin.millrace.example',
      // API Gateway waits 30 s: its answer to a slow function has to arrive.
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginReadTimeout: 35 },
      OriginCustomHeaders: [{ HeaderName: 'x-origin-secret' }],
    });
    expect(at(apiBehavior(), 'ViewerProtocolPolicy')).toBe('https-only');
  });

  test.each(['site', 'data'] as const)('adds every security header to answers: %s', (kind) => {
    const [policy] = made
      .ofType('AWS::CloudFront::ResponseHeadersPolicy')
      .filter(
        ({ properties }) =>
          at(properties, 'ResponseHeadersPolicyConfig', 'Name') === `millrace-${kind}`,
      );
    const said = JSON.stringify(policy?.properties).toLowerCase();
    for (const [name, value] of Object.entries(securityHeaders(kind, { https: true }))) {
      expect(said).toContain(fieldOf[name] ?? name);
      if (!(name in fieldOf)) expect(said).toContain(JSON.stringify(value).toLowerCase());
    }
    expect(said).toContain('"accesscontrolmaxagesec":63072000');
  });

  test('has a firewall that allows what the functions would, and no flood', () => {
    const rules = asList(at(made.ofType('AWS::WAFv2::WebACL')[0], 'properties', 'Rules'));
    const limits = rules.map((rule) => [
      at(rule, 'Name'),
      at(rule, 'Statement', 'RateBasedStatement', 'Limit'),
    ]);
    expect(limits).toEqual([
      ['api', 18_000],
      ['ceremony', 600],
    ]);
    const wanted = Object.entries(securityHeaders('data', { https: true }));
    for (const rule of rules) {
      const headers = asList(at(rule, 'Action', 'Block', 'CustomResponse', 'ResponseHeaders'));
      for (const [Name, Value] of wanted) expect(headers).toContainEqual({ Name, Value });
      // The most that a custom response may have (AWS WAF quotas).
      expect(headers.length).toBeLessThanOrEqual(10);
    }
  });
});

/** The fields that CloudFront has for headers that it does not take by their names. */
const fieldOf: Readonly<Record<string, string>> = {
  'content-security-policy': 'contentsecuritypolicy',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'accesscontrolmaxagesec',
  'x-content-type-options': 'contenttypeoptions',
  'x-frame-options': '"frameoption":"deny"',
};
