import { createHash } from 'node:crypto';
import { CustomResource, Stack, type StackProps } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { CfnConfigurationSet, CfnConfigurationSetEventDestination } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { flowsCors } from '../../src/contract/cors.ts';
import { type Audience, functionNames, type Route } from '../../src/contract/route.ts';
import { listeners, type Schedule, schedules } from '../../src/contract/schedules.ts';
import { apiAlarms, type WatchedSchedule } from './api/alarms.ts';
import { dashboard } from './api/dashboard.ts';
import { type BundledFunctions, databaseRole, FunctionMaker } from './api/function-maker.ts';
import { type Answering, HttpApi, routeKey, throttles } from './api/http-api.ts';
import { routesIn } from './bundles.ts';
import { policy } from './conventions.ts';
import type { Database } from './data-stack.ts';
import { certificateFor, pointAt, zoneOf } from './names.ts';
import { mailOf, type Settings, siteOriginOf } from './settings.ts';

interface ApiStackProps extends StackProps {
  readonly settings: Settings;
  readonly database: Database;
  readonly bundles: BundledFunctions;
}

/** The server: the functions that answer routes, one for each schedule and listener; two APIs. */
export class ApiStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { settings, database, bundles, ...props }: ApiStackProps,
  ) {
    super(scope, id, props);
    const maker = new FunctionMaker(this, settings, database, bundles);
    const answering = functionNames.map((name) => {
      const routes = routesIn(name);
      return { routes, lambda: maker.ofRoutes(name).lambda };
    });
    const running = Object.entries<Schedule>(schedules).map(([scheduleName, schedule]) => {
      const { lambda } = maker.ofSchedule(scheduleName, schedule);
      return { scheduleName, everyMinutes: schedule.everyMinutes, lambda };
    });
    const { mailFeedback } = listeners;
    const feedback = maker.ofListener('mailFeedback', mailFeedback).lambda;
    mailRules(this, settings, feedback);
    const prepared = this.#preparedDatabase(maker, database, bundles);
    for (const { lambda } of [...answering, ...running, { lambda: feedback }]) {
      lambda.node.addDependency(prepared);
    }
    const apis = this.#serve(settings, maker, answering);
    scheduleRuns(this, running);
    const alarms = apiAlarms(this, settings, { apis, schedules: running, feedback });
    dashboard(this, { name: settings.name, alarms, apis });
  }

  /**
   * Migrates before any function of the new version runs, and again when a property below changes.
   */
  #preparedDatabase(
    maker: FunctionMaker,
    { host }: Database,
    bundles: BundledFunctions,
  ): CustomResource {
    const code = bundles.functions.get('prepareDatabase')?.code ?? new Uint8Array();
    return new CustomResource(this, 'PreparedDatabase', {
      serviceToken: maker.prepareDatabase().lambda.functionArn,
      resourceType: 'Custom::PreparedDatabase',
      properties: {
        databaseUrl: `postgres://admin@${host}:5432/postgres`,
        role: databaseRole,
        principals: maker.databaseUsers,
        // CloudFormation runs the migrations when a property has changed.
        version: createHash('sha256').update(code).digest('hex'),
      },
    });
  }

  #serve(
    settings: Settings,
    maker: FunctionMaker,
    answering: readonly { readonly routes: readonly Route[]; readonly lambda: LambdaFunction }[],
  ) {
    const zone = zoneOf(this, settings);
    const { originDomain, flowsDomain, name } = settings;
    const domains = [originDomain, flowsDomain] as const;
    const certificateArn = certificateFor(this, 'api', domains, { settings, zone });
    const answeringAt = (audience: Audience): Answering[] =>
      answering
        .filter(({ routes }) => (routes[0]?.audience ?? 'site') === audience)
        .map(({ routes, lambda }, index) => {
          // Several functions can answer what no route does; API Gateway asks the first.
          const own = routes.filter(({ method }) => method !== 'ANY' || index === 0);
          return { keys: own.map(routeKey), lambda };
        });
    const site = new HttpApi(this, 'SiteApi', {
      apiName: `${name}-site`,
      domain: originDomain,
      certificateArn,
      answering: answeringAt('site'),
      throttle: throttles.site,
      authorizer: maker.checkOrigin().lambda,
    });
    const flows = new HttpApi(this, 'FlowsApi', {
      apiName: `${name}-flows`,
      domain: flowsDomain,
      certificateArn,
      answering: answeringAt('flows'),
      throttle: throttles.flows,
      cors: corsOf(settings),
    });
    pointAt(this, zone, originDomain, aliasOf(site));
    pointAt(this, zone, flowsDomain, aliasOf(flows));
    return [
      { audience: 'site', apiId: site.apiId },
      { audience: 'flows', apiId: flows.apiId },
    ] as const;
  }
}

/** The contract's CORS rules in CloudFormation's form. */
function corsOf(settings: Settings) {
  const { allowMethods, allowHeaders, exposeHeaders, maxAgeSeconds } = flowsCors;
  return {
    allowOrigins: [siteOriginOf(settings)],
    allowMethods: [...allowMethods],
    allowHeaders: [...allowHeaders],
    exposeHeaders: [...exposeHeaders],
    allowCredentials: false,
    maxAge: maxAgeSeconds,
  };
}

function aliasOf({ domain }: HttpApi): RecordTarget {
  const { attrRegionalDomainName, attrRegionalHostedZoneId } = domain;
  return RecordTarget.fromAlias(
    new ApiGatewayv2DomainProperties(attrRegionalDomainName, attrRegionalHostedZoneId),
  );
}

/**
 * SES sends no mail to a mailbox that has bounced or complained, and tells our own function of
 * both. Its events reach the account's default bus without a right of ours.
 * Sources: "Using configuration set-level suppression" and "Monitoring SES events using Amazon
 * EventBridge" in the Amazon SES developer guide.
 */
function mailRules(scope: Construct, settings: Settings, feedback: LambdaFunction): void {
  const { account, region } = settings;
  const { configurationSet } = mailOf(settings);
  const set = new CfnConfigurationSet(scope, 'Mail', {
    name: configurationSet,
    suppressionOptions: { suppressedReasons: ['BOUNCE', 'COMPLAINT'] },
  });
  new CfnConfigurationSetEventDestination(scope, 'MailEvents', {
    configurationSetName: set.ref,
    eventDestination: {
      enabled: true,
      matchingEventTypes: ['bounce', 'complaint'],
      eventBridgeDestination: {
        eventBusArn: `arn:aws:events:${region}:${account}:event-bus/default`,
      },
    },
  });
  const { source, detailTypes } = listeners.mailFeedback;
  new Rule(scope, 'MailFeedback', {
    description: 'Ends mail to mailboxes that bounced or complained',
    eventPattern: {
      source: [source],
      detailType: [...detailTypes],
      // Other environments, and other products, may send mail from the same account.
      detail: { mail: { tags: { 'ses:configuration-set': [configurationSet] } } },
    },
    targets: [new LambdaTarget(feedback)],
  });
}

/** Calls functions at intervals, each with the id by which its log names the run. */
function scheduleRuns(scope: Construct, schedules: readonly WatchedSchedule[]): void {
  const functions = schedules.map(({ lambda }) => lambda.functionArn);
  const statements = [policy('lambda:InvokeFunction', ...functions)];
  const role = new Role(scope, 'Schedules caller', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
    inlinePolicies: { own: new PolicyDocument({ statements }) },
  });
  for (const { scheduleName: name, lambda, everyMinutes } of schedules) {
    new CfnSchedule(scope, `${name} schedule`, {
      description: `Runs ${name}`,
      scheduleExpression: `rate(${everyMinutes} minute${everyMinutes === 1 ? '' : 's'})`,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: lambda.functionArn,
        roleArn: role.roleArn,
        input: JSON.stringify({ id: '<aws.scheduler.execution-id>' }),
        retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
      },
    });
  }
}
