import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { programs } from '../../support/page-flow.ts';
import { type Api, startApi } from './api.ts';
import { aService, aUser } from './service-calls.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The typed client of docs/your-service.md and its calls. */
const [client = '', calls = ''] = programs('ts');

/** The calls, and their results. */
const shown = `${calls}\nexport { captured, available };\n`;

/** The errors of TypeScript for a program at the top of the project. */
function complaintsAbout(program: string): readonly string[] {
  const path = join(root, 'typed-client.ts');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: [path] },
    ts.sys,
    root,
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === path
      ? ts.createSourceFile(name, program, ts.ScriptTarget.Latest)
      : getSourceFile(name, ...rest);
  const built = ts.createProgram([path], options, host);
  const source = built.getSourceFile(path);
  return [...built.getSyntacticDiagnostics(source), ...built.getSemanticDiagnostics(source)].map(
    ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'),
  );
}

test('the typed client has at most 15 lines', () => {
  expect(client.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(15);
});

test('it compiles with its calls, and not with calls that the contract does not know', () => {
  const wrong = [
    "await call('holdCredits', { sub: 'a', amount: '5' });",
    "await call('holdCredits', { amount: 5 });",
    "(await call('releaseHold', {})).captured;",
    "await call('readCredits', {});",
  ];
  expect(complaintsAbout([client, shown, ...wrong].join('\n'))).toEqual([
    expect.stringMatching(/'string' is not assignable/),
    expect.stringMatching(/'sub' is missing/),
    expect.stringMatching(/'captured' does not exist/),
    expect.stringMatching(/"readCredits"/),
  ]);
});

describe('against the API', () => {
  let api: Api;
  let folder: string;

  beforeAll(async () => {
    api = await startApi();
    folder = mkdtempSync(join(tmpdir(), 'typed-client-'));
    return async () => {
      rmSync(folder, { recursive: true });
      await api.close();
    };
  });

  test('the client holds, captures, and repeats a command without a second effect', async () => {
    const sub = 'auth0|5f7c';
    await aUser(api, sub);
    const { token } = await aService(api, 'render farm', ['holds']);
    vi.stubEnv('API_ORIGIN', api.origin);
    vi.stubEnv('SERVICE_KEY', token);
    const path = join(folder, 'client.ts');
    const again = [
      `export const repeated = await call('captureHold', { amount: 7 }, { id: hold.id, key: 'again' }).catch((error) => error.code);`,
      `const one = await call('holdCredits', { sub: '${sub}', amount: 1 }, { key: 'once' });`,
      `const other = await call('holdCredits', { sub: '${sub}', amount: 1 }, { key: 'once' });`,
      'export const isSame = one.id === other.id;',
    ].join('\n');
    writeFileSync(
      path,
      (client + shown + again).replace('./src/', pathToFileURL(join(root, 'src/')).href),
    );
    expect(await import(/* @vite-ignore */ pathToFileURL(path).href)).toMatchObject({
      captured: 7,
      available: 18,
      repeated: 'hold_already_settled',
      isSame: true,
    });
  });
});
