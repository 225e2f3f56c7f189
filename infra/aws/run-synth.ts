import { deployment as source } from './deployment.config.ts';
import { DeploymentError, readSettings } from './settings.ts';
import { synthesize, templatesFolder } from './synth.ts';

try {
  const deployment = await synthesize(readSettings(source), { installs: false });
  if (deployment !== undefined) {
    const { data, api, site } = deployment;
    for (const { stackName, region } of [data, api, site]) {
      process.stdout.write(`${stackName.padEnd(20)} ${region}\n`);
    }
    process.stdout.write(`The templates are in ${templatesFolder}.\n`);
  }
} catch (error) {
  if (!(error instanceof DeploymentError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
