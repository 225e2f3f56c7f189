import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { FunctionName } from '../../../src/contract/route.ts';
import type { Listener, Schedule } from '../../../src/contract/schedules.ts';
import {
  needsDatabase,
  needsMail,
  needsResults,
  needsUploads,
  type SecretName,
  secretsOf,
} from '../bundle-needs.ts';
import { type Bundle, type Bundles, routesIn } from '../bundles.ts';
import { policy } from '../conventions.ts';
import type { Database } from '../data-stack.ts';
import { filesBeside } from '../external-packages.ts';
import { edgeRegion, secretVariables } from '../runtime/read-secrets.ts';
import {
  mailOf,
  originSecretId,
  publicVariables,
  type Settings,
  secretPrefix,
} from '../settings.ts';
import { type FunctionShape, ServerFunction } from './function.ts';

/** The rights of a function whose bundle touches files. */
interface FileRights {
  /** Whether it writes and deletes files of results; else it reads them. */
  readonly keepsResults?: boolean;
  /** The right that the function's signed addresses of uploads give; reading unless it is named. */
  readonly uploadRight?: 's3:PutObject' | 's3:DeleteObject';
}

/** The bundles of the functions, and the folder in which each lies under its name. */
export interface BundledFunctions {
  readonly folder: string;
  readonly functions: Bundles;
}

/** The database role of the functions, which may read and write rows and nothing else. */
export const databaseRole = 'application';

/** The header in which the edge function sends the visitor's address. */
const VIEWER_ADDRESS_HEADER = 'x-viewer-address';

/** A second less than API Gateway waits, so that the function itself answers `timed_out`. */
const CALL_TIMEOUT_S = 29;

/** As long as API Gateway waits for an authorizer. */
const AUTHORIZER_TIMEOUT_S = 10;
/** Lambda's limit. */
const LONGEST_TIMEOUT_S = 15 * 60;

/** Quotes and runs of flows at once. A run takes a processor, and other calls stay quick. */
const RUNS_AT_ONCE = 50;

/**
 * Checks of the origin's secret at once. API Gateway asks for each value that it does not know, so
 * made-up ones would take the places of all other functions.
 */
export const ORIGIN_CHECKS_AT_ONCE = 10;

/** The purpose of each function of routes, and the rights that its bundle does not tell. */
const answering: Readonly<
  Record<FunctionName, { readonly description: string; readonly atOnce?: number } & FileRights>
> = {
  site: { description: 'Answers the pages of the site' },
  services: { description: 'Charges and reads credits for services' },
  tokens: { description: 'Signs access tokens and publishes their keys' },
  payments: { description: 'Begins and confirms purchases' },
  paymentEvents: { description: 'Hears of payments' },
  flows: {
    description: 'Lists flows and runs, and takes uploads',
    uploadRight: 's3:PutObject',
  },
  runs: {
    description: 'Quotes and runs flows',
    keepsResults: true,
    atOnce: RUNS_AT_ONCE,
  },
};

/**
 * Makes the functions of one deployment, each with the rights and secrets that its bundle needs.
 */
export class FunctionMaker {
  readonly #scope: Construct;
  readonly #settings: Settings;
  readonly #database: Database;
  readonly #bundles: BundledFunctions;
  /** The ARNs of the roles that connect to the database. */
  readonly databaseUsers: string[] = [];

  constructor(scope: Construct, settings: Settings, database: Database, bundles: BundledFunctions) {
    this.#scope = scope;
    this.#settings = settings;
    this.#database = database;
    this.#bundles = bundles;
  }

  /** The function that answers the routes which name it. */
  ofRoutes(name: FunctionName): ServerFunction {
    const { atOnce, ...shape } = answering[name];
    const routes = routesIn(name);
    // The flows API has no proxy before it, so no header may name another caller.
    const isBehindProxy = routes.every(({ audience }) => audience !== 'flows');
    return this.#ofHandler(name, secretsOf(this.#bundle(name), routes), {
      ...shape,
      timeoutSeconds: CALL_TIMEOUT_S,
      environment: isBehindProxy ? { VIEWER_ADDRESS_HEADER } : {},
      ...(atOnce ? this.#reserve(atOnce) : {}),
    });
  }

  /** The function of a schedule; one run at a time. */
  ofSchedule(name: string, { everyMinutes }: Schedule): ServerFunction {
    const made = this.#ofHandler(name, secretsOf(this.#bundle(name)), {
      description: `Runs every ${everyMinutes} min`,
      timeoutSeconds: Math.min(everyMinutes * 60, LONGEST_TIMEOUT_S),
      keepsResults: true,
      uploadRight: 's3:DeleteObject',
      environment: {},
      ...this.#reserve(1),
    });
    // The next run comes anyway, and continues where this one stopped.
    made.lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    return made;
  }

  /** The function of a listener. Lambda tries it three times for each event. */
  ofListener(name: string, { detailTypes }: Listener): ServerFunction {
    return this.#ofHandler(name, secretsOf(this.#bundle(name)), {
      description: `After: ${detailTypes.join(', ')}`,
      timeoutSeconds: CALL_TIMEOUT_S,
      environment: {},
    });
  }

  /** The authorizer that admits only CloudFront's calls to the site's API. */
  checkOrigin(): ServerFunction {
    const { account } = this.#settings;
    const id = originSecretId(this.#settings);
    // Secrets Manager ends the name of a secret with a hyphen and six characters of its own.
    const secretArn = `arn:aws:secretsmanager:${edgeRegion}:${account}:secret:${id}-??????`;
    return this.#make('checkOrigin', {
      description: 'Lets through what CloudFront sent',
      timeoutSeconds: AUTHORIZER_TIMEOUT_S,
      environment: { [secretVariables.originId]: id },
      ...this.#reserve(ORIGIN_CHECKS_AT_ONCE),
      policy: [policy('secretsmanager:GetSecretValue', secretArn)],
    });
  }

  /** The function that migrates the database when a new version is deployed. */
  prepareDatabase(): ServerFunction {
    return this.#make('prepareDatabase', {
      description: 'Migrates the database and says who may use it',
      timeoutSeconds: LONGEST_TIMEOUT_S,
      environment: {},
      policy: [policy('dsql:DbConnectAdmin', this.#database.clusterArn)],
    });
  }

  #ofHandler(
    name: string,
    secrets: readonly SecretName[],
    { keepsResults, uploadRight, ...props }: Omit<FunctionShape, 'policy'> & FileRights,
  ): ServerFunction {
    const bundle = this.#bundle(name);
    const connects = needsDatabase(bundle);
    const usesResults = needsResults(bundle);
    const signsUploads = needsUploads(bundle);
    const mail = needsMail(bundle) ? mailOf(this.#settings) : undefined;
    const { clusterArn, host, resultBucket, uploadBucket } = this.#database;
    const environment = {
      ...publicVariables(this.#settings),
      METRIC_NAMESPACE: this.#settings.name,
      DATABASE_URL: `postgres://${databaseRole}@${host}:5432/postgres`,
      ...props.environment,
      ...mail?.variables,
      ...this.#secretEnvironment(secrets),
      ...(usesResults ? { RESULT_BUCKET: resultBucket } : {}),
    };
    const statements = [
      ...(connects ? [policy('dsql:DbConnect', clusterArn)] : []),
      ...(secrets.length > 0 ? [this.#readParameters(secrets)] : []),
      ...(usesResults ? keepFiles(resultBucket, 'runs/*', rightsOf(keepsResults)) : []),
      ...(signsUploads ? keepFiles(uploadBucket, '*', [uploadRight ?? 's3:GetObject']) : []),
      ...(mail ? [policy('ses:SendEmail', ...mail.identities)] : []),
    ];
    const made = this.#make(name, { ...props, environment, policy: statements });
    if (connects) this.databaseUsers.push(made.role.roleArn);
    const acknowledge = (files: string, reason: string) =>
      Validations.of(made.role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${files}]`,
        reason,
      });
    if (usesResults) acknowledge(filesOf(resultBucket, 'runs/*'), ofResults);
    if (signsUploads) acknowledge(filesOf(uploadBucket, '*'), ofUploads);
    return made;
  }

  #make(name: string, shape: FunctionShape): ServerFunction {
    return new ServerFunction(this.#scope, name, {
      functionName: `${this.#settings.name}-${name}`,
      codeFolder: join(this.#bundles.folder, name),
      codeHash: hashOf(this.#bundle(name)),
      tracesRequests: this.#settings.tracesRequests,
      ...shape,
    });
  }

  #secretEnvironment(secrets: readonly SecretName[]): Readonly<Record<string, string>> {
    if (secrets.length === 0) return {};
    return {
      [secretVariables.names]: secrets.join(','),
      [secretVariables.prefix]: secretPrefix(this.#settings),
    };
  }

  #readParameters(secrets: readonly SecretName[]): PolicyStatement {
    const { region, account } = Stack.of(this.#scope);
    const prefix = `arn:aws:ssm:${region}:${account}:parameter${secretPrefix(this.#settings)}`;
    return policy('ssm:GetParameters', ...secrets.map((name) => `${prefix}${name}`));
  }

  #reserve(reservedConcurrency: number) {
    return this.#settings.reservesConcurrency ? { reservedConcurrency } : {};
  }

  #bundle(name: string): Bundle {
    const bundle = this.#bundles.functions.get(name);
    if (bundle === undefined) throw new TypeError(`${name} was not bundled.`);
    return bundle;
  }
}

const ofResults = 'It names the files of results, each of which has the id of its run in its name.';
const ofUploads = 'The bucket holds nothing but uploads, each of which has its id for a name.';

function rightsOf(keepsResults = false): readonly string[] {
  return ['s3:GetObject', ...(keepsResults ? ['s3:PutObject', 's3:DeleteObject'] : [])];
}

function keepFiles(
  bucket: string,
  names: string,
  actions: readonly string[],
): readonly PolicyStatement[] {
  return [
    // Without it S3 answers 403 for a missing file, and not 404.
    ...(actions.includes('s3:GetObject')
      ? [policy('s3:ListBucket', `arn:aws:s3:::${bucket}`)]
      : []),
    ...actions.map((action) => policy(action, filesOf(bucket, names))),
  ];
}

function filesOf(bucket: string, names: string): string {
  return `arn:aws:s3:::${bucket}/${names}`;
}

/** A digest of the code and of the files beside it, before and after the packages' installation. */
export function hashOf({ code, chunks, packages }: Bundle, beside = filesBeside(packages)): string {
  const hash = createHash('sha256').update(code);
  for (const [name, content] of [...chunks, ...beside]) hash.update(name).update(content);
  return hash.digest('hex');
}
