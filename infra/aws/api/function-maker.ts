import { join } from 'node:path';
import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Route } from '../../../src/contract/route.ts';
import type { Schedule } from '../../../src/contract/schedules.ts';
import { needsDatabase, needsResults, type SecretName, secretsOf } from '../bundle-needs.ts';
import type { Bundle, SupportName } from '../bundles.ts';
import { logRetention, policy } from '../conventions.ts';
import type { Database } from '../data-stack.ts';
import { codeHash, manifestFor } from '../external-packages.ts';
import { originSecretId, secretPrefix } from '../names.ts';
import { edgeRegion, secretVariables } from '../runtime/read-secrets.ts';
import { publicVariables, type Settings } from '../settings.ts';
import { ServerFunction } from './function.ts';

/** The bundles of the functions, and the folder in which each lies under its name. */
export interface Bundles {
  readonly folder: string;
  /** By the handler's file. */
  readonly handlers: ReadonlyMap<string, Bundle>;
  readonly support: ReadonlyMap<SupportName, Bundle>;
}

/** The database role of the functions, which may read and write rows and nothing else. */
export const databaseRole = 'application';

/** The header in which the edge function says who asks (`infra/edge/api-request.ts`). */
const VIEWER_ADDRESS_HEADER = 'x-viewer-address';

/** A second less than API Gateway waits, so that it is the function that says it was too slow. */
const CALL_TIMEOUT_S = 29;

/** As long as API Gateway waits for an authorizer. */
const AUTHORIZER_TIMEOUT_S = 10;

/** The longest that Lambda lets any function run. */
const LONGEST_TIMEOUT_S = 15 * 60;

/** Runs of flows at once, each of which takes a processor; the rest of the product stays quick. */
const RUNS_AT_ONCE = 50;

/**
 * How glibc keeps memory: in few arenas, and giving back what is free from so many bytes on. As it
 * is by itself, what sharp held grows with the runs (decision 0022). `npm start` sets the same.
 */
const pictureMemory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' } as const;

/** Makes the functions of one deployment, each with what its bundle needs. */
export class FunctionMaker {
  readonly #scope: Construct;
  readonly #settings: Settings;
  readonly #database: Database;
  readonly #bundles: Bundles;
  /** The roles that connect to the database, for whoever ties them to it. */
  readonly databaseUsers: string[] = [];

  constructor(scope: Construct, settings: Settings, database: Database, bundles: Bundles) {
    this.#scope = scope;
    this.#settings = settings;
    this.#database = database;
    this.#bundles = bundles;
  }

  /** The function of a row of the route table. */
  ofRoute(name: string, route: Route): ServerFunction {
    const isFlows = route.audience === 'flows';
    return this.#ofHandler(name, route.file, secretsOf(this.#bundle(route.file), route), {
      description: `${route.method} ${route.path}`,
      timeoutSeconds: CALL_TIMEOUT_S,
      readsOnly: route.method === 'GET',
      // Nobody stands before the flows API, so nobody may say for others who they are.
      environment: isFlows ? {} : { VIEWER_ADDRESS_HEADER },
      ...(route.limit === 'run' ? this.#reserve(RUNS_AT_ONCE) : {}),
    });
  }

  /** The function of a row of the schedules, of which one runs at a time. */
  ofSchedule(name: string, { file, everyMinutes }: Schedule): ServerFunction {
    const made = this.#ofHandler(name, file, secretsOf(this.#bundle(file), undefined), {
      description: `Runs every ${everyMinutes} min`,
      timeoutSeconds: Math.min(everyMinutes * 60, LONGEST_TIMEOUT_S),
      readsOnly: false,
      environment: {},
      ...this.#reserve(1),
    });
    // The next run comes anyway, and finds what this one left.
    made.lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    return made;
  }

  /** What lets through to the site's API only what came through CloudFront. */
  checkOrigin(): ServerFunction {
    const { account } = this.#settings;
    const id = originSecretId(this.#settings);
    // Secrets Manager ends the name of a secret with a hyphen and six characters of its own.
    const secretArn = `arn:aws:secretsmanager:${edgeRegion}:${account}:secret:${id}-??????`;
    return this.#make('checkOrigin', this.#support('checkOrigin'), {
      description: 'Lets through what CloudFront sent',
      timeoutSeconds: AUTHORIZER_TIMEOUT_S,
      environment: { [secretVariables.originId]: id },
      policy: [policy('secretsmanager:GetSecretValue', secretArn)],
    });
  }

  /** What brings the database up to date when a new version is deployed. */
  prepareDatabase(): ServerFunction {
    return this.#make('prepareDatabase', this.#support('prepareDatabase'), {
      description: 'Migrates the database and says who may use it',
      timeoutSeconds: LONGEST_TIMEOUT_S,
      environment: {},
      policy: [policy('dsql:DbConnectAdmin', this.#database.clusterArn)],
    });
  }

  #ofHandler(
    name: string,
    file: string,
    secrets: readonly SecretName[],
    { readsOnly, ...props }: Omit<FunctionShape, 'policy'> & { readonly readsOnly: boolean },
  ): ServerFunction {
    const connects = needsDatabase(this.#bundle(file));
    const keepsResults = needsResults(this.#bundle(file));
    const made = this.#make(
      name,
      this.#bundle(file),
      {
        ...props,
        environment: {
          ...this.#commonEnvironment(),
          ...props.environment,
          ...this.#secretEnvironment(secrets),
          ...(keepsResults ? { RESULT_BUCKET: this.#database.resultBucket } : {}),
          ...(this.#bundle(file).packages.has('sharp') ? pictureMemory : {}),
        },
        policy: [
          ...(connects ? [policy('dsql:DbConnect', this.#database.clusterArn)] : []),
          ...(secrets.length > 0 ? [this.#readParameters(secrets)] : []),
          ...(keepsResults ? this.#keepResults(readsOnly) : []),
        ],
      },
      file,
    );
    if (connects) this.databaseUsers.push(made.role.roleArn);
    if (keepsResults) {
      Validations.of(made.role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${this.#resultFiles()}]`,
        reason: 'It names the files of results, each of which has the id of its run in its name.',
      });
    }
    return made;
  }

  #make(name: string, bundle: Bundle, shape: FunctionShape, codeName = name): ServerFunction {
    return new ServerFunction(this.#scope, name, {
      functionName: `${this.#settings.name}-${name}`,
      codeFolder: join(this.#bundles.folder, codeName),
      codeHash: hashOf(bundle),
      logRetention,
      tracesRequests: this.#settings.tracesRequests,
      ...shape,
    });
  }

  #commonEnvironment(): Readonly<Record<string, string>> {
    return {
      ...publicVariables(this.#settings),
      DATABASE_URL: `postgres://${databaseRole}@${this.#database.host}:5432/postgres`,
    };
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

  #keepResults(readsOnly: boolean): readonly PolicyStatement[] {
    const actions = ['s3:GetObject', ...(readsOnly ? [] : ['s3:PutObject', 's3:DeleteObject'])];
    return [
      // Without it S3 says of a file that is not there that it may not be read.
      policy('s3:ListBucket', `arn:aws:s3:::${this.#database.resultBucket}`),
      ...actions.map((action) => policy(action, this.#resultFiles())),
    ];
  }

  #resultFiles(): string {
    return `arn:aws:s3:::${this.#database.resultBucket}/runs/*`;
  }

  #reserve(reservedConcurrency: number) {
    return this.#settings.reservesConcurrency ? { reservedConcurrency } : {};
  }

  #support(name: SupportName): Bundle {
    const bundle = this.#bundles.support.get(name);
    if (bundle === undefined) throw new TypeError(`${name} was not bundled.`);
    return bundle;
  }

  #bundle(file: string): Bundle {
    const bundle = this.#bundles.handlers.get(file);
    if (bundle === undefined) throw new TypeError(`functions/${file}.ts was not bundled.`);
    return bundle;
  }
}

/** The same in what is only looked at and in what is uploaded, with the packages beside it. */
function hashOf({ code, packages }: Bundle): string {
  return codeHash(code, packages.size > 0 ? manifestFor(packages) : '');
}

interface FunctionShape {
  readonly description: string;
  readonly timeoutSeconds: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly policy: readonly PolicyStatement[];
  readonly reservedConcurrency?: number;
}
