import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runWatched } from '../../../../infra/local/watch.ts';

test('starts anew after each edit of a file that it has loaded, and again after a mistake is mended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-watch-'));
  const [program, said] = [join(folder, 'program.ts'), join(folder, 'said.txt')];
  const stop = new AbortController();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'parts'));
  const save = (name: string, text: string) => {
    writeFileSync(join(folder, 'saved'), text);
    renameSync(join(folder, 'saved'), join(folder, name));
  };
  const waitFor = (text: string) =>
    vi.waitFor(() => expect(readFileSync(said, 'utf8')).toBe(text), { timeout: 15_000 });
  writeFileSync(said, '');
  save('parts/word.ts', "export const word = 'one ';");
  save('other.ts', '');
  writeFileSync(
    program,
    `import { appendFileSync } from 'node:fs';
     import { word } from './parts/word.ts';
     appendFileSync(${JSON.stringify(said)}, word);
     setInterval(() => {}, 1_000);`,
  );
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const ended = runWatched(program, [], { signal: stop.signal, say });
  await waitFor('one ');
  save('parts/word.ts', "export const word = 'two ';");
  await waitFor('one two ');
  save('parts/word.ts', 'export const word = process.exit(1);');
  await vi.waitFor(() => expect(lines.at(-1)).toBe('Correct it to go on.'), { timeout: 15_000 });
  save('other.ts', '// nobody loads it');
  save('parts/word.ts', "export const word = 'three ';");
  await waitFor('one two three ');
  stop.abort();
  expect(await ended).toBe(0);
});
