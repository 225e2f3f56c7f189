import { parseArgs } from 'node:util';
import { type Check, checkProduct } from './checks.ts';

const help = `Asks a running product for its pages, its files and its routes, and looks at each answer.

  npm run smoke -- https://www.example.com           the site; its OpenAPI document names the flows API
  npm run smoke -- https://www.example.com --json    the result as JSON, for programs

It changes nothing there and needs no credentials. The exit code is 0 when all is well, 1 when an
answer is wrong, and 2 when the command is.
`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n`);
    return 2;
  }
  if (options.help) {
    process.stdout.write(help);
    return 0;
  }
  const progress = options.json ? () => {} : reportOf(process.stdout);
  const checks = await checkProduct(options.origin, progress);
  const bad = checks.filter(({ faults }) => faults.length > 0);
  const summary = options.json
    ? JSON.stringify({ ok: bad.length === 0, checks }, null, 2)
    : `\n${checks.length} requests, ${bad.length} with a fault.`;
  process.stdout.write(`${summary}\n`);
  return bad.length === 0 ? 0 : 1;
}

/** Writes the faults as they are found, and on a terminal how far the checks have come. */
function reportOf(output: NodeJS.WriteStream) {
  let count = 0;
  return ({ request, faults }: Check) => {
    count += 1;
    const lines = faults.map((fault) => `${request}\n  ${fault}\n`).join('');
    if (output.isTTY) output.write(`\r\x1b[K${lines}${count} requests`);
    else output.write(lines);
  };
}

function readOptions(args: string[]): { help: boolean; json: boolean; origin: string } | string {
  const boolean = { type: 'boolean', default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { json: boolean, help: boolean },
      allowPositionals: true,
    });
    const [address = '', ...others] = positionals;
    const url = URL.parse(address);
    if (values.help) return { ...values, origin: '' };
    if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && others.length === 0) {
      return { ...values, origin: url.origin };
    }
    return 'Name the origin of one running site, such as https://www.example.com: see npm run smoke -- --help.';
  } catch {
    return `There is no option ${args.join(' ')}: see npm run smoke -- --help.`;
  }
}
