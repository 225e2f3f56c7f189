import { beforeAll, describe } from 'vitest';
import { type BuiltSite, buildCopy } from '../../support/site-copy.ts';
import { addThirdLanguage } from '../../support/third-language.ts';
import { describeFourthFlow, putFlowIn } from './fourth-flow.ts';
import { addPages, describeSections } from './sections.ts';
import { describeSessionPaths, setPaths } from './session-paths.ts';
import { describeThirdLanguage } from './third-language.ts';

const BUILD_TIMEOUT_MS = 300_000;

let site: BuiltSite;

// One build for the changes that founders make, none of which touches what another one shows.
beforeAll(async () => {
  site = await buildCopy('2026-11-22', undefined, async (folder) => {
    await addPages(folder);
    await setPaths(folder);
    await putFlowIn(folder);
    await addThirdLanguage(folder);
  });
}, BUILD_TIMEOUT_MS);

describe('pages of sections', () => describeSections(() => site));
describe('a third language', () => describeThirdLanguage(() => site));
describe('a fourth flow', () => describeFourthFlow(() => site));
describe('addresses of the session', () => describeSessionPaths(() => site));
