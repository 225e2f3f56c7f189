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
import { logGroup } from '../conventions.ts';
import { originHeader } from '../runtime/check-origin.ts';

/** A route with the function that answers it, for one or several methods. */
export interface ServedRoute {
  readonly methods: readonly string[];
  readonly path: string;
  readonly lambda: LambdaFunction;
}

interface HttpApiProps {
  readonly apiName: string;
  readonly domain: string;
  readonly certificateArn: string;
  readonly routes: readonly ServedRoute[];
  /** Refuses whom CloudFront did not send; absent for an API that everybody calls directly. */
  readonly authorizer?: LambdaFunction;
  readonly cors?: CfnApi.CorsProperty;
}

/** Over all callers; beyond it API Gateway answers 429 before a function runs. */
const RATE_PER_SECOND = 1_000;
const BURST_CALLS = 2_000;

/** The longest that API Gateway keeps an authorizer's answer, in seconds. */
const AUTHORIZER_CACHE_S = 60 * 60;

/** Longer than any function may take, and as long as API Gateway waits at most. */
const INTEGRATION_TIMEOUT_MS = 30_000;

/** The log line of a call: what a slow or failing one is found by, and nothing about a person. */
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
 * An HTTP API on a domain of its own, with a route for each method of a row of the route table. The
 * address that API Gateway would give it is turned off.
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
    for (const route of props.routes) this.#serve(route, authorizer);
    if (authorizer === undefined) {
      Validations.of(this).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason:
          'Who may call is the column "caller" of the route table, which the functions hold for every route alike, with the refusals that the contract promises.',
      });
    }
    const stage = this.#stage(props.apiName).ref;
    const { certificateArn, domain: domainName } = props;
    const configuration = { certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' };
    const domainNameConfigurations = [configuration];
    this.domain = new CfnDomainName(this, 'Domain', { domainName, domainNameConfigurations });
    new CfnApiMapping(this, 'Mapping', { apiId: this.apiId, domainName: this.domain.ref, stage });
  }

  #stage(apiName: string): CfnStage {
    const log = logGroup(this, 'Log', `/${apiName}/calls`);
    return new CfnStage(this, 'Stage', {
      apiId: this.apiId,
      stageName: '$default',
      autoDeploy: true,
      accessLogSettings: { destinationArn: log.logGroupArn, format: JSON.stringify(accessLine) },
      defaultRouteSettings: {
        throttlingRateLimit: RATE_PER_SECOND,
        throttlingBurstLimit: BURST_CALLS,
        // They cost by the route, and the functions' log has route, status and time of each call.
        detailedMetricsEnabled: false,
      },
    });
  }

  #serve({ methods, path, lambda }: ServedRoute, authorizer: CfnAuthorizer | undefined): void {
    const scope = new Construct(this, `${methods[0]} ${path.replaceAll('/', '.')}`);
    const integration = new CfnIntegration(scope, 'Integration', {
      apiId: this.apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: lambda.functionArn,
      payloadFormatVersion: '2.0',
      timeoutInMillis: INTEGRATION_TIMEOUT_MS,
    });
    for (const [index, method] of methods.entries()) {
      const place = index === 0 ? scope : new Construct(scope, method);
      new CfnRoute(place, 'Route', {
        apiId: this.apiId,
        routeKey: `${method} ${path}`,
        target: `integrations/${integration.ref}`,
        ...(authorizer
          ? { authorizationType: 'CUSTOM', authorizerId: authorizer.ref }
          : { authorizationType: 'NONE' }),
      });
      const callers = method === 'ANY' ? '*' : method;
      this.#mayCall(place, lambda, `$default/${callers}${path.replaceAll(/\{[^}]+\}/g, '*')}`);
    }
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

  /** Allows this API, by a path of it, and nobody else to call a function. */
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
