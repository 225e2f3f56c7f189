import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { schedules } from '../../../../src/contract/schedules.ts';
import { emptyParts, type Synthesized, synthesizeOnce } from '../../../support/deployment.ts';
import { asList, at, text } from '../../../support/template-values.ts';

const restoredCluster = {
  arn: 'arn:aws:dsql:eu-central-1:111122223333:cluster/abcdefghijklmnopqrstuvwxyz',
  host: 'abcdefghijklmnopqrstuvwxyz.dsql.eu-central-1.on.aws',
};

let made: Synthesized;
let restored: Synthesized;
let staging: Synthesized;
beforeAll(() => {
  const parts = emptyParts();
  made = synthesizeOnce(parts, {}, false);
  restored = synthesizeOnce(parts, { restoredCluster });
  staging = synthesizeOnce(parts, { environment: 'staging' }, false);
}, 60_000);

describe('a first deployment', () => {
  test('that failed leaves nothing under a name that the next one needs', () => {
    const named = Object.values(made.texts).flatMap((one) =>
      Object.values<unknown>(JSON.parse(one).Resources),
    );
    const left = named.filter((resource) => at(resource, 'DeletionPolicy') === 'Retain');
    expect(left.map((resource) => at(resource, 'Type'))).toEqual(['AWS::DSQL::Cluster']);
  });

  test('goes from the database by the API to the site', () => {
    const manifest = JSON.parse(readFileSync(join(made.folder, 'manifest.json'), 'utf8'));
    const awaited = (name: string) => asList(at(manifest, 'artifacts', name, 'dependencies'));
    expect(awaited('millrace-api')).toContain('millrace-data');
    expect(awaited('millrace-site')).toContain('millrace-api');
  });

  test('needs nobody’s token for the repository of the nightly build', () => {
    const [project] = made.ofType('AWS::CodeBuild::Project');
    expect(at(project?.properties, 'Source')).toMatchObject({ ReportBuildStatus: false });
    expect(at(project?.properties, 'Triggers', 'Webhook')).toBe(false);
  });
});

describe('a deployment after a restore', () => {
  const outputsOf = ({ texts }: Synthesized): unknown => at(JSON.parse(texts.data), 'Outputs');

  test('leads every function to the restored cluster, and none to the stack’s own', () => {
    const urls = restored
      .ofType('AWS::Lambda::Function')
      .map(({ properties }) => at(properties, 'Environment', 'Variables', 'DATABASE_URL'))
      .filter((url) => url !== undefined);
    expect(urls).toHaveLength(12);
    expect(new Set(urls)).toEqual(
      new Set([`postgres://application@${restoredCluster.host}:5432/postgres`]),
    );
    expect(restored.texts.api).not.toContain('ImportValue');
  });

  test('lets the functions connect to the restored cluster alone', () => {
    const allowed = restored
      .ofType('AWS::IAM::Role')
      .flatMap(({ properties }) =>
        asList(at(properties.Policies, 0, 'PolicyDocument', 'Statement')),
      )
      .filter((statement) => text(at(statement, 'Action')).startsWith('dsql:'));
    expect(allowed).toHaveLength(13);
    for (const statement of allowed) expect(at(statement, 'Resource')).toBe(restoredCluster.arn);
  });

  test('migrates the restored cluster before any function uses it', () => {
    const [prepared] = restored.ofType('Custom::PreparedDatabase');
    expect(prepared?.properties.databaseUrl).toBe(
      `postgres://admin@${restoredCluster.host}:5432/postgres`,
    );
  });

  test('copies the restored cluster each night', () => {
    const [selection] = restored.ofType('AWS::Backup::BackupSelection');
    expect(at(selection?.properties, 'BackupSelection', 'Resources')).toEqual([
      restoredCluster.arn,
    ]);
  });

  test('names the restored cluster as the database’s host', () => {
    expect(at(outputsOf(restored), 'DatabaseHost', 'Value')).toBe(restoredCluster.host);
  });

  test('takes away no value that the API’s stack still reads while this one is deployed', () => {
    const exportsOf = (from: Synthesized) =>
      asList(Object.values(Object(outputsOf(from)))).flatMap((output) =>
        asList(at(output, 'Export', 'Name')),
      );
    expect(exportsOf(made)).toHaveLength(2);
    expect(exportsOf(restored)).toEqual(exportsOf(made));
    for (const name of exportsOf(made)) expect(made.texts.api).toContain(text(name));
  });

  test('keeps the old cluster', () => {
    expect(restored.ofType('AWS::DSQL::Cluster')).toEqual(made.ofType('AWS::DSQL::Cluster'));
  });
});

describe('the alarms', () => {
  const alarm = (name: string) =>
    made
      .ofType('AWS::CloudWatch::Alarm')
      .find(({ properties }) => properties.AlarmName === `millrace-${name}`)?.properties;

  test('tell a topic when they go off and when it is over', () => {
    for (const { properties } of made.ofType('AWS::CloudWatch::Alarm')) {
      expect(asList(properties.AlarmActions)).toHaveLength(1);
      expect(properties.OKActions).toEqual(properties.AlarmActions);
    }
  });

  test.each(['site', 'flows'])('about the API of the %s watch it, and no other', (audience) => {
    const apis = made.ofType('AWS::ApiGatewayV2::Api');
    const api = apis.find(({ properties }) => properties.Name === `millrace-${audience}`);
    for (const fault of ['5xx', 'slow']) {
      const watched = [{ Name: 'ApiId', Value: { Ref: api?.id } }];
      expect(alarm(`${audience}-${fault}`)?.Dimensions).toEqual(watched);
    }
  });

  test('go off when the audit has not counted anything for a day and two hours', () => {
    expect(alarm('audit-missing')).toMatchObject({
      Namespace: 'millrace',
      MetricName: 'AuditDifferences',
      Statistic: 'SampleCount',
      Period: 3_600,
      EvaluationPeriods: 26,
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
    });
  });

  test.each(['production', 'staging'])('count what %s counts, and nothing of another', (of) => {
    const from = of === 'staging' ? staging : made;
    const counting = from
      .ofType('AWS::Lambda::Function')
      .flatMap(({ properties }) =>
        asList(at(properties, 'Environment', 'Variables', 'METRIC_NAMESPACE')),
      );
    const watched = from
      .ofType('AWS::CloudWatch::Alarm')
      .filter(({ stack }) => stack === 'api')
      .flatMap(({ properties }) => [
        ...asList(properties.Namespace),
        ...asList(properties.Metrics).map((one) => at(one, 'MetricStat', 'Metric', 'Namespace')),
      ])
      .filter((one) => one !== undefined && !text(one).startsWith('AWS/'));
    const own = of === 'staging' ? 'millrace-staging' : 'millrace';
    expect(new Set([...counting, ...watched])).toEqual(new Set([own]));
    expect(counting).toHaveLength(12);
  });

  test('go off when no copy of the database was finished, which may begin eight hours late', () => {
    const vault = made.ofType('AWS::Backup::BackupVault')[0]?.properties.BackupVaultName;
    expect(alarm('backup-missing')).toMatchObject({
      Namespace: 'AWS/Backup',
      MetricName: 'NumberOfBackupJobsCompleted',
      Dimensions: [{ Name: 'BackupVaultName', Value: vault }],
      Statistic: 'Sum',
      Period: 3_600,
      EvaluationPeriods: 34,
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
    });
  });

  test.each(Object.entries(schedules))('go off when %s runs no more', (name, { everyMinutes }) => {
    const missing = alarm(`schedule-${name}-missing`);
    expect(missing).toMatchObject({ MetricName: 'Invocations', TreatMissingData: 'breaching' });
    const watchedMinutes = (Number(missing?.Period) * Number(missing?.EvaluationPeriods)) / 60;
    expect(watchedMinutes).toBeGreaterThan(everyMinutes);
    // CloudWatch looks back a day at most by periods below an hour, and seven days by longer ones.
    expect(watchedMinutes).toBeLessThanOrEqual(everyMinutes < 60 ? 24 * 60 : 7 * 24 * 60);
  });

  test('go off when nobody could build the site for a day', () => {
    expect(alarm('rebuild')).toMatchObject({
      MetricName: 'SucceededBuilds',
      Dimensions: [{ Name: 'ProjectName' }],
      TreatMissingData: 'breaching',
    });
  });

  test('about CloudFront are where CloudFront has its figures', () => {
    const site = text(made.texts.site);
    expect(site).toContain('"5xxErrorRate"');
    expect(site).toContain('"FunctionExecutionErrors"');
    expect(made.texts.api).not.toContain('AWS/CloudFront');
  });
});
