import type { Settings } from './settings.ts';

/** What stands before the name of a secret in the name of its parameter. */
export function secretPrefix({ name }: Pick<Settings, 'name'>): string {
  return `/${name}/`;
}

/** The secret that CloudFront sends to the API, which CloudFormation makes up. */
export function originSecretId({
  name,
  originSecret,
}: Pick<Settings, 'name' | 'originSecret'>): string {
  return `${name}/origin-${originSecret}`;
}
