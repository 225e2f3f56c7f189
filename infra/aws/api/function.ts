import { AssetHashType, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { bundleName } from '../bundles.ts';
import { functionMemoryMb } from '../conventions.ts';

/** What a function is given besides what all have. */
interface ServerFunctionProps {
  /** Its name in the account, by which its log is found. */
  readonly functionName: string;
  /** The folder of its bundle, and what names the content of it. */
  readonly codeFolder: string;
  readonly codeHash: string;
  readonly description: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What it may do: each statement names its resources. */
  readonly policy: readonly PolicyStatement[];
  readonly timeoutSeconds: number;
  /** How many may run at once; absent where the account's limit is enough. */
  readonly reservedConcurrency?: number | undefined;
  readonly logRetention: RetentionDays;
  readonly tracesRequests: boolean;
}

/** A function of the server with a role and a log of its own. */
export class ServerFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: ServerFunctionProps) {
    super(scope, id);
    const { functionName, codeFolder, codeHash, reservedConcurrency } = props;
    const logGroup = new LogGroup(this, 'Log', {
      logGroupName: `/${functionName}`,
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `What ${functionName} may do`,
    });
    this.#policy(props.policy, functionName);
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName,
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: `${bundleName}.handler`,
      code: Code.fromAsset(codeFolder, {
        assetHash: codeHash,
        assetHashType: AssetHashType.CUSTOM,
      }),
      role: this.role,
      memorySize: functionMemoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      environment: { ...props.environment },
      logGroup,
      ...(props.tracesRequests ? { tracing: Tracing.ACTIVE } : {}),
      ...(reservedConcurrency ? { reservedConcurrentExecutions: reservedConcurrency } : {}),
    });
    this.lambda.node.addDependency(logGroup);
    if (props.tracesRequests) {
      Validations.of(this.role).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'X-Ray takes what it is sent of any name: its actions know no resources.',
      });
    }
  }

  #policy(statements: readonly PolicyStatement[], functionName: string): void {
    for (const statement of statements) this.role.addToPolicy(statement);
    const streams = streamsOf(this, functionName);
    this.role.addToPolicy(
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [streams],
      }),
    );
    Validations.of(this.role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${streams}]`,
      reason: 'It names the streams of this function’s own log; Lambda makes their names up.',
    });
  }
}

/** Where a function writes its log. */
function streamsOf(scope: Construct, functionName: string): string {
  const { region, account } = Stack.of(scope);
  return `arn:aws:logs:${region}:${account}:log-group:/${functionName}:log-stream:*`;
}
