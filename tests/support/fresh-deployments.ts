import { deploymentsOf } from '../../infra/aws/deployment.config.ts';

/** The environments of a fresh clone, whatever the product is called by now. */
export const deployments = deploymentsOf({
  url: 'https://millrace.example',
  repository: { host: 'github', name: 'example/millrace', branch: 'main' },
});
