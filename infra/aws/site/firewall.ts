import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { limits, type RateLimit } from '../../../src/contract/limits.ts';
import { problems } from '../../../src/contract/problem.ts';
import { type Route, routesOf } from '../../../src/contract/routes.ts';

/** Over what time the firewall counts, in seconds. */
const WINDOW_S = 300;

/** How much more often than by our most generous limit an address may call the API in all. */
const FLOOD_FACTOR = 10;

/** The key of the answer to whom the firewall turns away. */
const TOO_MANY = 'too-many-calls';

/**
 * Turns away floods before they cost anything. The functions count exactly what they answer
 * (`src/contract/limits.ts`); the firewall counts by address, roughly and over minutes, and allows
 * what they would: a rule for each limit per address, and one for the API as a whole.
 */
export function firewall(scope: Construct, id: string, name: string): CfnWebACL {
  const perAddress = Object.entries<RateLimit>(limits).filter(([, { per }]) => per === 'address');
  const highest = Math.max(...perAddress.map(([, limit]) => callsInWindow(limit)));
  return new CfnWebACL(scope, id, {
    name,
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: visibility(name),
    customResponseBodies: {
      [TOO_MANY]: { contentType: 'APPLICATION_JSON', content: JSON.stringify(tooManyProblem) },
    },
    rules: [
      rateRule('api', 0, highest * FLOOD_FACTOR, startsWith('/api/')),
      ...perAddress.flatMap(([limitName, limit], index) => {
        const concerned = routesOf('site').filter((route) => route.limit === limitName);
        const [condition] = concerned.map(conditionOf);
        return condition
          ? [
              rateRule(
                limitName,
                index + 1,
                callsInWindow(limit),
                anyOf(concerned.map(conditionOf)),
              ),
            ]
          : [];
      }),
    ],
  });
}

/** The calls that the functions let through in the firewall's time, when the bucket was full. */
function callsInWindow({ burstCalls, refillMs }: RateLimit): number {
  return burstCalls + Math.floor((WINDOW_S * 1_000) / refillMs);
}

function rateRule(
  name: string,
  priority: number,
  limit: number,
  scopeDownStatement: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    action: { block: { customResponse: tooManyResponse } },
    statement: {
      rateBasedStatement: {
        aggregateKeyType: 'IP',
        evaluationWindowSec: WINDOW_S,
        limit,
        scopeDownStatement,
      },
    },
    visibilityConfig: visibility(name),
  };
}

/** What the functions answer in that case, as far as the firewall can say it. */
const tooManyProblem = {
  type: 'about:blank',
  title: problems.rate_limited.title,
  status: problems.rate_limited.status,
  code: 'rate_limited',
  detail: `Too many calls came from this address. Wait ${WINDOW_S} s and call again.`,
};

const tooManyResponse: CfnWebACL.CustomResponseProperty = {
  responseCode: problems.rate_limited.status,
  customResponseBodyKey: TOO_MANY,
  responseHeaders: [
    { name: 'retry-after', value: String(WINDOW_S) },
    { name: 'cache-control', value: 'private, no-store' },
  ],
};

function conditionOf({ method, path }: Route): CfnWebACL.StatementProperty {
  return {
    andStatement: {
      statements: [
        match({ method: {} }, method, 'EXACTLY'),
        match(
          { uriPath: {} },
          path.replace(/\{.*$/, ''),
          path.includes('{') ? 'STARTS_WITH' : 'EXACTLY',
        ),
      ],
    },
  };
}

/** An OR needs two statements at least. */
function anyOf(statements: readonly CfnWebACL.StatementProperty[]): CfnWebACL.StatementProperty {
  const [first] = statements;
  return statements.length === 1 && first
    ? first
    : { orStatement: { statements: [...statements] } };
}

function startsWith(path: string): CfnWebACL.StatementProperty {
  return match({ uriPath: {} }, path, 'STARTS_WITH');
}

function match(
  fieldToMatch: CfnWebACL.FieldToMatchProperty,
  searchString: string,
  positionalConstraint: 'EXACTLY' | 'STARTS_WITH',
): CfnWebACL.StatementProperty {
  const textTransformations = [{ priority: 0, type: 'URL_DECODE' }];
  return {
    byteMatchStatement: { fieldToMatch, searchString, positionalConstraint, textTransformations },
  };
}

function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}
