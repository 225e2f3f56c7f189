import { expect, test } from 'vitest';
import { routeKey, throttles } from '../../../../infra/aws/api/http-api.ts';
import { routesOf } from '../../../../src/contract/routes.ts';
import { emptyParts, synthesizeOnce } from '../../../support/deployment.ts';
import { at, text } from '../../../support/template-values.ts';

test.each(['site', 'flows'] as const)(
  'each route of the %s has a throttle of its own',
  (name) => {
    const { ofType, texts } = synthesizeOnce(emptyParts(), {}, false);
    const [api] = ofType('AWS::ApiGatewayV2::Api').filter(
      ({ properties }) => properties.Name === `millrace-${name}`,
    );
    const belongs = ({ properties }: { readonly properties: object }) =>
      at(properties, 'ApiId', 'Ref') === api?.id;
    const [stage] = ofType('AWS::ApiGatewayV2::Stage').filter(belongs);
    const keys = routesOf(name).map(routeKey);
    expect(stage?.properties.RouteSettings).toEqual(
      Object.fromEntries(
        keys.map((key) => [
          key,
          {
            ThrottlingRateLimit: throttles[name].ratePerSecond,
            ThrottlingBurstLimit: throttles[name].burstCalls,
            // Figures by route would cost more than everything else that a small site runs.
            DetailedMetricsEnabled: false,
          },
        ]),
      ),
    );
    // CloudFormation has to make a route before the settings that name it.
    const awaited: unknown = JSON.parse(texts.api).Resources[stage?.id ?? ''].DependsOn;
    const made = ofType('AWS::ApiGatewayV2::Route').filter(belongs);
    expect(made.map(({ properties }) => text(properties.RouteKey)).toSorted()).toEqual(
      keys.toSorted(),
    );
    expect(awaited).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
  },
  60_000,
);

test.each([
  ['an account', true, 10],
  ['a new account, which has too few to set aside,', false, undefined],
])(
  '%s has a limit on checks of the origin’s secret: %j',
  (_what, reservesConcurrency, atOnce) => {
    const { resources, ofType } = synthesizeOnce(emptyParts(), { reservesConcurrency }, false);
    const lambda = resources.find(
      ({ properties }) => properties.FunctionName === 'millrace-checkOrigin',
    );
    expect(lambda?.properties.ReservedConcurrentExecutions).toBe(atOnce);
    const [authorizer] = ofType('AWS::ApiGatewayV2::Authorizer');
    // All visitors have one secret, so one answer an hour serves them.
    expect(authorizer?.properties).toMatchObject({
      AuthorizerResultTtlInSeconds: 3_600,
      IdentitySource: ['$request.header.x-origin-secret'],
    });
  },
  60_000,
);
