import { Stack, Validations } from 'aws-cdk-lib';
import {
  CfnApi,
  CfnApiMapping,
  CfnAuthorizer,
  CfnDomainName,
  CfnIntegration,
  CfnRoute,
  CfnStage,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnPermission, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Audience, Route } from '../../../src/contract/route.ts';
import { logGroup } from '../conventions.ts';
import { originHeader } from '../runtime/check-origin.ts';

/** A function, and the keys of the routes that it answers. */
export interface Answering {
  readonly keys: readonly string[];
  readonly lambda: LambdaFunction;
}

/**
 * The key of a route. GET has ANY, and so HEAD as well; the function refuses other methods of its
 * path with the methods that there are. So a route has one key, and a throttle of its own.
 */
export function routeKey({ method, path, withoutHead }: Route): string {
  return `${method === 'GET' && !withoutHead ? 'ANY' : method} ${path}`;
}

interface HttpApiProps {
  readonly apiName: string;
  readonly domain: string;
  readonly certificateArn: string;
  readonly answering: readonly Answering[];
  /** Refuses calls that did not come from CloudFront; absent for an API that is called directly. */
  readonly authorizer?: LambdaFunction;
  readonly cors?: CfnApi.CorsProperty;
  readonly throttle: Throttle;
}

/** The calls of all callers that each route takes; API Gateway answers 429 to those beyond. */
interface Throttle {
  readonly ratePerSecond: number;
  readonly burstCalls: number;
}

/** No firewall stands before the flows: their throttle is the lid on a flood's costs. */
export const throttles = {
  site: { ratePerSecond: 1_000, burstCalls: 2_000 },
  flows: { ratePerSecond: 100, burstCalls: 200 },
} as const satisfies Record<Audience, Throttle>;

/**
 * The longest that API Gateway keeps an authorizer's answer, in seconds. CloudFront sends one secret, so
 * the calls of all visitors share one answer, and a flood of made-up secrets costs them no place.
 */
const AUTHORIZER_CACHE_S = 60 * 60;

/** Longer than any function may take, and as long as API Gateway waits at most. */
const INTEGRATION_TIMEOUT_MS = 30_000;

/** The log line of a call: the fields that find a slow or failing call, and none about a person. */
const accessLine = {
  requestId: '$context.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  durationMs: '$context.responseLatency',
  integrationStatus: '$context.integrationStatus',
  integrationError: '$context.integration.error',
  authorizerError: '$context.authorizer.error',
};

/**
 * An HTTP API on a domain of its own, with a route for each row of the route table. The address that
 * API Gateway would give it is turned off.
 */
export class HttpApi extends Construct {
  readonly apiId: string;
  readonly domain: CfnDomainName;

  constructor(scope: Construct, id: string, props: HttpApiProps) {
    super(scope, id);
    const api = new CfnApi(this, 'Api', {
      name: props.apiName,
      protocolType: 'HTTP',
      disableExecuteApiEndpoint: true,
      ...(props.cors ? { corsConfiguration: props.cors } : {}),
    });
    this.apiId = api.ref;
    const authorizer = props.authorizer && this.#authorizeBy(props.authorizer);
    const routes = props.answering.flatMap((one) => this.#serve(one, authorizer));
    if (authorizer === undefined) {
      Validations.of(this).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason:
          'Who may call is the column "caller" of the route table, which the functions hold for every route alike, with the refusals that the contract promises.',
      });
    }
    const stage = this.#stage(props, routes).ref;
    const { certificateArn, domain: domainName } = props;
    const configuration = { certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' };
    const domainNameConfigurations = [configuration];
    this.domain = new CfnDomainName(this, 'Domain', { domainName, domainNameConfigurations });
    new CfnApiMapping(this, 'Mapping', { apiId: this.apiId, domainName: this.domain.ref, stage });
  }

  #stage({ apiName, throttle }: HttpApiProps, routes: readonly CfnRoute[]): CfnStage {
    // The account's policy for such logs has a limited length and leaves out this prefix: "Avoiding
    // CloudWatch Logs resource policy size restrictions" in the Step Functions developer guide.
    const log = logGroup(this, 'Log', `/aws/vendedlogs/${apiName}/calls`);
    const { ratePerSecond, burstCalls } = throttle;
    const settings = {
      ThrottlingRateLimit: ratePerSecond,
      ThrottlingBurstLimit: burstCalls,
      // Detailed metrics cost by the route, and the functions' log has route, status and time of
      // each call.
      DetailedMetricsEnabled: false,
    };
    const stage = new CfnStage(this, 'Stage', {
      apiId: this.apiId,
      stageName: '$default',
      autoDeploy: true,
      accessLogSettings: { destinationArn: log.logGroupArn, format: JSON.stringify(accessLine) },
      // Named one by one, so that a flood of one route leaves the others their calls.
      routeSettings: Object.fromEntries(routes.map(({ routeKey }) => [routeKey, settings])),
    });
    // API Gateway refuses settings of a route that it does not have yet.
    stage.node.addDependency(...routes);
    return stage;
  }

  #serve({ keys, lambda }: Answering, authorizer: CfnAuthorizer | undefined): readonly CfnRoute[] {
    const scope = new Construct(this, lambda.node.scope?.node.id ?? '');
    const integration = new CfnIntegration(scope, 'Integration', {
      apiId: this.apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: lambda.functionArn,
      payloadFormatVersion: '2.0',
      timeoutInMillis: INTEGRATION_TIMEOUT_MS,
    });
    this.#mayCall(scope, lambda, '$default/*');
    return keys.map((routeKey) => {
      return new CfnRoute(this, routeKey.replaceAll('/', '.'), {
        apiId: this.apiId,
        routeKey,
        target: `integrations/${integration.ref}`,
        ...(authorizer
          ? { authorizationType: 'CUSTOM', authorizerId: authorizer.ref }
          : { authorizationType: 'NONE' }),
      });
    });
  }

  #authorizeBy(lambda: LambdaFunction): CfnAuthorizer {
    const { region } = Stack.of(this);
    const authorizer = new CfnAuthorizer(this, 'Authorizer', {
      apiId: this.apiId,
      name: 'came-through-cloudfront',
      authorizerType: 'REQUEST',
      authorizerPayloadFormatVersion: '2.0',
      authorizerUri: `arn:aws:apigateway:${region}:lambda:path/2015-03-31/functions/${lambda.functionArn}/invocations`,
      authorizerResultTtlInSeconds: AUTHORIZER_CACHE_S,
      enableSimpleResponses: true,
      identitySource: [`$request.header.${originHeader}`],
    });
    this.#mayCall(authorizer, lambda, `authorizers/${authorizer.ref}`);
    return authorizer;
  }

  /** Allows this API alone to call a function, by one of its paths. */
  #mayCall(scope: Construct, lambda: LambdaFunction, path: string): void {
    const { region, account } = Stack.of(this);
    new CfnPermission(scope, 'Permission', {
      action: 'lambda:InvokeFunction',
      functionName: lambda.functionArn,
      principal: 'apigateway.amazonaws.com',
      sourceArn: `arn:aws:execute-api:${region}:${account}:${this.apiId}/${path}`,
    });
  }
}
