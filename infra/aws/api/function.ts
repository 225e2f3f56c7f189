import { AssetHashType, Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { bundleName } from '../bundles.ts';
import { functionMemoryMb, logGroup } from '../conventions.ts';

/** The properties in which functions differ. */
export interface FunctionShape {
  readonly description: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The function's rights: each statement names its resources. */
  readonly policy: readonly PolicyStatement[];
  readonly timeoutSeconds: number;
  /** How many may run at once; absent where the account's limit is enough. */
  readonly reservedConcurrency?: number;
}

interface ServerFunctionProps extends FunctionShape {
  /** The function's name in the account, which its log has too. */
  readonly functionName: string;
  /** The folder of its bundle, and a name for its content. */
  readonly codeFolder: string;
  readonly codeHash: string;
  readonly tracesRequests: boolean;
}

/** A function of the server with a role and a log of its own. */
export class ServerFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: ServerFunctionProps) {
    super(scope, id);
    const { functionName, codeFolder, codeHash, reservedConcurrency } = props;
    const assetHashType = AssetHashType.CUSTOM;
    const log = logGroup(this, 'Log', `/${functionName}`);
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `What ${functionName} may do`,
      // A policy inside of the role is no resource of its own.
      inlinePolicies: { own: this.#policy(props.policy, functionName) },
    });
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName,
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: `${bundleName}.handler`,
      code: Code.fromAsset(codeFolder, { assetHash: codeHash, assetHashType }),
      role: this.role,
      memorySize: functionMemoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      environment: { ...props.environment },
      logGroup: log,
      ...(props.tracesRequests ? { tracing: Tracing.ACTIVE } : {}),
      ...(reservedConcurrency ? { reservedConcurrentExecutions: reservedConcurrency } : {}),
    });
    this.lambda.node.addDependency(log);
    if (props.tracesRequests) {
      Validations.of(this.role).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'X-Ray takes what it is sent of any name: its actions know no resources.',
      });
    }
  }

  #policy(statements: readonly PolicyStatement[], functionName: string): PolicyDocument {
    const { region, account } = Stack.of(this);
    const streams = `arn:aws:logs:${region}:${account}:log-group:/${functionName}:log-stream:*`;
    Validations.of(this).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${streams}]`,
      reason: 'It names the streams of this function’s own log; Lambda makes their names up.',
    });
    const actions = ['logs:CreateLogStream', 'logs:PutLogEvents'];
    const log = new PolicyStatement({ actions, resources: [streams] });
    return new PolicyDocument({ statements: [...statements, log] });
  }
}
