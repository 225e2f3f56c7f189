import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { annotationsOf, ofSeverity, refusalOf, reportOf } from '../check/report.ts';
import { buildContext, projectFindings } from '../project.ts';

const help = `Checks the posts, pages, authors and tags in src/content, the files in public, and the prices of packs.

  npm run check:content             file, line and field of what is wrong, and what to do
  npm run check:content -- --json   the same for programs
  npm run check:content -- --annotate   and for GitHub, which shows it at the lines of the commit
  npm run check:content -- --outputs=$GITHUB_OUTPUT   and writes the first error there, for its status

An error stops the build, and ends this command with 1; a warning doesn't.
`;

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Names the file in which GitHub takes what a step hands on. */
const outputsOption = '--outputs=';
const say = (text: string) => void process.stdout.write(`${text}\n`);

process.exitCode = main(process.argv.slice(2));

function main(args: readonly string[]): number {
  const unknown = args.find(
    (arg) => !['--json', '--annotate', '--help'].includes(arg) && !arg.startsWith(outputsOption),
  );
  if (unknown !== undefined) {
    process.stderr.write(`There is no option ${unknown}: see npm run check:content -- --help.\n`);
    return 1;
  }
  if (args.includes('--help')) {
    process.stdout.write(help);
    return 0;
  }
  const findings = projectFindings(root, buildContext(Date.now()));
  const errors = ofSeverity('error', findings).length;
  const warnings = findings.length - errors;
  if (args.includes('--json')) say(JSON.stringify({ errors, warnings, findings }, null, 2));
  else say(reportOf(findings));
  if (args.includes('--annotate') && findings.length > 0) say(annotationsOf(findings));
  const outputs = args.find((arg) => arg.startsWith(outputsOption))?.slice(outputsOption.length);
  if (outputs) appendFileSync(outputs, `refusal=${refusalOf(findings)}\n`);
  return errors === 0 ? 0 : 1;
}
