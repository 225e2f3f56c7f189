import { expect, test } from 'vitest';
import { customResource } from '../../../../../infra/aws/runtime/custom-resource.ts';

const event = {
  ResponseURL: 'https://answers.example/',
  StackId: 'stack',
  RequestId: 'request',
  LogicalResourceId: 'PreparedDatabase',
  ResourceProperties: { role: 'application' },
};

const secret = async () => {
  throw new Error('a row says secret');
};

async function run(
  RequestType: 'Create' | 'Update' | 'Delete',
  work: () => Promise<string | undefined> = async () => undefined,
  status = 200,
) {
  const told: unknown[] = [];
  const reports: string[] = [];
  const worked: unknown[] = [];
  const handler = customResource(
    (properties) => {
      worked.push(properties);
      return work();
    },
    {
      fetch: async (_url, init) => {
        told.push(JSON.parse(String(init.body)));
        return new Response(null, { status });
      },
      report: (text) => reports.push(text),
    },
  );
  await handler({ ...event, RequestType });
  return { told, reports, worked };
}

test.each(['Create', 'Update'] as const)('%s does the work and says so', async (type) => {
  const { told, worked } = await run(type);
  expect(worked).toEqual([{ role: 'application' }]);
  expect(told).toEqual([
    expect.objectContaining({ Status: 'SUCCESS', PhysicalResourceId: 'PreparedDatabase' }),
  ]);
});

test('work that fails fails the deployment, and only the log says why', async () => {
  const { told, reports } = await run('Update', secret);
  expect(told).toEqual([expect.objectContaining({ Status: 'FAILED' })]);
  expect(JSON.stringify(told)).not.toContain('secret');
  expect(reports).toEqual([expect.stringContaining('a row says secret')]);
});

test('work that refuses fails the deployment, which says why', async () => {
  const { told, reports } = await run('Update', async () => 'Do this first.');
  expect(told).toEqual([expect.objectContaining({ Status: 'FAILED', Reason: 'Do this first.' })]);
  expect(reports).toEqual(['Do this first.']);
});

test('an answer that CloudFormation does not take is a fault, so Lambda runs the function again', async () => {
  await expect(run('Create', undefined, 403)).rejects.toThrow(
    "CloudFormation's address answered 403.",
  );
});

test('removing the resource undoes nothing', async () => {
  const { told, worked } = await run('Delete', secret);
  expect(worked).toEqual([]);
  expect(told).toEqual([expect.objectContaining({ Status: 'SUCCESS' })]);
});
