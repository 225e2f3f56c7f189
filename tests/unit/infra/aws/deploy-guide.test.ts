import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { secretNames } from '../../../../infra/aws/bundle-needs.ts';
import { deployments } from '../../../support/fresh-deployments.ts';

const read = (path: string) =>
  readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const guide = read('docs/deploy.md');
const deployment = deployments.production;

describe('the guide to deployment', () => {
  test('puts every secret that a function reads, and no other', () => {
    const put = [...guide.matchAll(/^put ([A-Z_]+) /gm)].map((match) => match[1]);
    expect(put.toSorted()).toEqual([...secretNames].toSorted());
  });

  test('puts them where a deployment looks for them, in the region of a fresh clone', () => {
    expect(guide).toContain('--name "/<name>/$1"');
    expect(guide).toContain(`--region ${deployment.region}`);
  });

  test('names settings that there are', () => {
    const quoted = [...guide.matchAll(/`([a-z]+[A-Z]\w+)(?:: [^`]+)?`/g)].map((match) => match[1]);
    expect(quoted).toContain('hostedZone');
    expect(quoted.filter((name) => name && !(name in deployment))).toEqual([]);
  });

  test('names outputs and options that there are', () => {
    expect(read('infra/aws/data-stack.ts')).toContain("'DatabaseHost'");
    const program = read('infra/aws/deploy.ts');
    const options = [...guide.matchAll(/`--([a-z]+)`/g)].map((match) => match[1] ?? '');
    expect(options).toContain('bucket');
    for (const option of options) expect(program).toContain(`--${option} `);
  });
});
