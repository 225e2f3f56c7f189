import type { Area } from '../planted-bug.ts';

const alarms = ['tests/unit/infra/aws/operations'];

/** Bugs in the templates for AWS: each gives a right too many, watches nothing, or lets strangers in. */
export const templates: Area = {
  name: 'templates',
  tests: ['tests/unit/infra/aws/stacks'],
  bugs: [
    {
      name: 'A function that only reads may delete results',
      file: 'infra/aws/api/function-maker.ts',
      from: "...(readsOnly ? [] : ['s3:PutObject', 's3:DeleteObject'])",
      to: "'s3:PutObject', 's3:DeleteObject'",
    },
    {
      name: 'A caller of flows names the address that counts',
      file: 'infra/aws/api/function-maker.ts',
      from: 'isFlows ? {} : { VIEWER_ADDRESS_HEADER }',
      to: '{ VIEWER_ADDRESS_HEADER }',
    },
    {
      name: 'No alarm goes off when the audit no longer runs',
      file: 'infra/aws/alarm-maker.ts',
      from: 'treatMissingData: TreatMissingData.BREACHING',
      to: 'treatMissingData: TreatMissingData.MISSING',
      tests: alarms,
    },
    {
      name: 'The alarm about failed calls watches an API that does not exist',
      file: 'infra/aws/api/alarms.ts',
      from: 'dimensionsMap: { ApiId: apiId }',
      to: 'dimensionsMap: { ApiId: metricName }',
      tests: alarms,
    },
    {
      name: 'CloudFront keeps the answers of the API',
      file: 'infra/aws/site-stack.ts',
      from: 'cachePolicy: CachePolicy.CACHING_DISABLED',
      to: 'cachePolicy: CachePolicy.CACHING_OPTIMIZED',
    },
    {
      name: 'Anybody can frame the pages of the site',
      file: 'infra/aws/site/headers-policy.ts',
      from: "'x-frame-options': (frameOption) => ({ frameOptions: { frameOption, override: true } })",
      to: "'x-frame-options': () => ({})",
    },
  ],
};
