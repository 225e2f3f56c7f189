import { expect, test } from 'vitest';
import { codeSize, SHORT_LINES } from '../../house/code-size.ts';

/**
 * A change that passes one of these limits folds or removes something, or argues for a new limit in
 * its commit. A sheet of styles beside its island may be short.
 */
const limits = { files: 841, lines: 82_227, shortFiles: 54 };

test(`the code outside the tests has at most ${limits.files} files and ${limits.lines} lines`, () => {
  const { files, lines } = codeSize();
  expect(files).toBeLessThanOrEqual(limits.files);
  expect(lines).toBeLessThanOrEqual(limits.lines);
});

test(`at most ${limits.shortFiles} files have fewer than ${SHORT_LINES} lines`, () => {
  expect(codeSize().shortFiles).toBeLessThanOrEqual(limits.shortFiles);
});
