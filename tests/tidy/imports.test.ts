import { describe, expect, test } from 'vitest';
import { routes } from '../../src/contract/routes.ts';
import { schedules } from '../../src/contract/schedules.ts';
import { isProject, type Module, moduleOf, type Use } from './module.ts';
import { isOutOfOrder, siteRooms } from './rooms.ts';
import { sourceFiles, topFiles, topNames } from './source-files.ts';

/** A rule of `docs/architecture.md`, which can fail. */
interface Rule {
  readonly rule: string;
  /** The files that the rule is about. */
  readonly files: RegExp;
  readonly except?: RegExp;
  /** Whether a file must not import another; both are paths from the project's folder. */
  readonly forbids?: (target: string, path: string) => boolean;
  readonly forbidsUse?: readonly Use[];
  /** The path and the text of a file that breaks it. */
  readonly breach: readonly [path: string, text: string];
}

function folderOf(path: string, parent: string): string | undefined {
  return path.startsWith(parent) ? path.slice(parent.length).split('/', 2)[0] : undefined;
}

/** Whether both lie in different folders below a parent. */
function isNeighbour(target: string, path: string, parent: string): boolean {
  const other = folderOf(target, parent);
  return other !== undefined && other !== folderOf(path, parent);
}

function isOfPackage(target: string, ...packages: readonly string[]): boolean {
  return packages.some((name) => target === name || target.startsWith(`${name}/`));
}

/** A rule that one room alone may import a package; Astro's configuration registers some. */
function onlyIn(room: string, ...packages: readonly string[]): Rule {
  return {
    rule: `only ${room} imports ${packages.join(', ')}`,
    files: /./,
    except: new RegExp(`^(?:${room}|astro\\.config\\.mjs$)`),
    forbids: (target) => isOfPackage(target, ...packages),
    breach: ['src/islands/a.tsx', `import a from '${packages[0]}/deep';`],
  };
}

/** The files that the gateway and the cloud load by the tables of routes and schedules. */
const handlerFiles: ReadonlySet<string> = new Set(
  [...Object.values(routes), ...Object.values(schedules)].map(({ file }) => `functions/${file}.ts`),
);

/** The parts of flows, without those that run and charge them. */
const ofFlows =
  /^functions\/flows\/(?:(?:catalog|documents|images|text)\/|(?:catalog|file-input|flow|flow-listing|input-limits|left-out|own)\.ts$)/;

const rules: readonly Rule[] = [
  {
    rule: 'the site imports neither the server nor the infrastructure nor tests',
    files: /^src\//,
    except: /^src\/prerender\/pricing\/flow-summaries\.ts$/,
    forbids: (target) => /^(?:functions|infra|tests)\//.test(target),
    breach: ['src/client/a.ts', "import type { A } from '../../functions/env.ts';"],
  },
  {
    rule: 'what the pages say of the flows comes from the catalogue and its listing alone',
    files: /^src\/prerender\/pricing\/flow-summaries\.ts$/,
    forbids: (to) => !/^(functions\/flows\/(catalog|flow-listing)\.ts$|src\/contract\/)/.test(to),
    breach: [
      'src/prerender/pricing/flow-summaries.ts',
      "import { socialCard } from '../../../functions/flows/catalog/social-card.ts';",
    ],
  },
  {
    rule: 'a room of the site imports only the rooms that rooms.ts names for it',
    files: /^src\//,
    forbids: isOutOfOrder,
    breach: ['src/client/api/a.ts', "export { a } from '../../islands/shared/wait.ts';"],
  },
  {
    rule: 'the browser is given its words by the pages: it imports no dictionary',
    files: /^src\/(?:islands|client|search)\//,
    forbids: (target) => /^src\/i18n\/(?:words\.ts$|\w+\/.*\.ts$)/.test(target),
    breach: ['src/islands/blog/A.tsx', "import { a } from '../../i18n/words.ts';"],
  },
  {
    rule: 'the client runs without React',
    files: /^src\/client\//,
    forbids: (target) => isOfPackage(target, 'react', 'react-dom', '@headlessui', '@heroicons'),
    breach: ['src/client/state/a.ts', "import { useState } from 'react';"],
  },
  {
    rule: 'an island imports no neighbour but shared/',
    files: /^src\/islands\/[^/]+\//,
    forbids: (target, path) =>
      /^src\/islands\/(?!shared\/)[^/]+\//.test(target) &&
      isNeighbour(target, path, 'src/islands/'),
    breach: ['src/islands/blog/A.tsx', "import { A } from '../account/Account.tsx';"],
  },
  {
    rule: 'layouts and components are Astro: they import no React',
    files: /^src\/(?:pages|layouts|components)\//,
    forbids: (target) => isOfPackage(target, 'react', 'react-dom', 'jotai'),
    breach: ['src/components/A.astro', "---\nimport { useState } from 'react';\n---\n"],
  },
  {
    rule: 'the contract imports the schema library, itself and the languages; prices.ts and keys.ts, site.config',
    files: /^src\/contract\//,
    forbids: (target, path) =>
      !/^(?:src\/contract\/|src\/languages\.config\.ts$|zod\/mini$)/.test(target) &&
      !(target === 'src/site.config.ts' && /^src\/contract\/(?:prices|keys)\.ts$/.test(path)),
    breach: ['src/contract/a.ts', "import { site } from '../site.config.ts';"],
  },
  {
    rule: 'the schema library is imported in its small form',
    files: /./,
    forbids: (target) => target === 'zod',
    breach: ['src/contract/a.ts', "import * as z from 'zod';"],
  },
  {
    rule: 'only src/client/api fetches in the site',
    files: /^src\//,
    except: /^src\/client\/api\//,
    forbidsUse: ['fetch()'],
    breach: ['src/layouts/A.astro', "---\n---\n<script>window.fetch('/api/auth/me');</script>"],
  },
  {
    rule: 'what draws cards imports of the site its like, the contract and site.config: the server draws too',
    files: /^src\/prerender\/social-cards\//,
    forbids: (target) =>
      isProject(target) &&
      !/^src\/(?:prerender\/social-cards\/|drawing\/|contract\/|site\.config\.ts$)/.test(target),
    breach: ['src/prerender/social-cards/a.ts', "import { t } from '../../i18n/translate.ts';"],
  },
  {
    rule: 'of the site, the server imports the contract, site.config and its words',
    files: /^functions\//,
    // The flow draws its cards as the build does (decision 0022), and keeps terms whole as the
    // drawing does.
    except: /^functions\/flows\/(?:catalog\/social-card|images\/draw-cards|text\/words)\.ts$/,
    forbids: (target) =>
      /^(?:src\/(?!contract\/|i18n\/(?:document-words|fill|money|words)\.ts$|site\.config\.ts$)|infra\/|tests\/)/.test(
        target,
      ),
    breach: ['functions/auth/a.ts', "import { a } from '../../src/client/state/session.ts';"],
  },
  {
    rule: 'the domain imports itself, the contract and the hash functions of Node',
    files: /^functions\/domain\//,
    forbids: (target) => !/^(?:functions\/domain\/|src\/contract\/|node:crypto$)/.test(target),
    breach: ['functions/domain/a.ts', "import { a } from '../http/handler.ts';"],
  },
  {
    rule: 'the domain neither waits nor knows a clock, randomness or the process',
    files: /^functions\/domain\//,
    forbidsUse: ['await', 'Date.now', 'Math.random', 'new Date()', 'process'],
    breach: ['functions/domain/a.ts', 'export const a = () => new Date();'],
  },
  {
    rule: 'an adapter imports of the server itself and the domain',
    files: /^functions\/adapters\//,
    forbids: (target, path) =>
      isNeighbour(target, path, 'functions/adapters/') ||
      /^functions\/(?!adapters\/|domain\/)/.test(target),
    breach: [
      'functions/adapters/stripe/a.ts',
      "import { database } from '../postgres/connection/database.ts';",
    ],
  },
  {
    rule: 'http knows nothing of the product: of the server it imports itself and env',
    files: /^functions\/http\//,
    forbids: (target) => /^functions\/(?!http\/|env\.ts$)/.test(target),
    breach: ['functions/http/a.ts', "import { isLive } from '../domain/session.ts';"],
  },
  {
    rule: 'the wrappers of the callers import no handler and no flow',
    files: /^functions\/callers\//,
    forbids: (target) =>
      /^functions\/(?!callers\/|http\/|domain\/|adapters\/|env\.ts$|settings\.ts$)/.test(target),
    breach: ['functions/callers/a.ts', "import { flows } from '../flows/catalog.ts';"],
  },
  {
    rule: 'env imports of the project the contract',
    files: /^functions\/env\.ts$/,
    forbids: (target) => isProject(target) && !target.startsWith('src/contract/'),
    breach: ['functions/env.ts', "import { site } from '../src/site.config.ts';"],
  },
  {
    rule: 'what some functions need of the settings imports of the project env',
    files: /^functions\/settings\.ts$/,
    forbids: (target) => isProject(target) && target !== 'functions/env.ts',
    breach: ['functions/settings.ts', "import { handler } from './http/handler.ts';"],
  },
  {
    rule: 'nothing of the server imports a handler, but the tools of MCP, which are calls of the API',
    files: /^functions\//,
    except: /^functions\/mcp\//,
    forbids: (target) => handlerFiles.has(target),
    breach: ['functions/auth/a.ts', "import { save } from '../user/save.ts';"],
  },
  {
    rule: 'a handler is wrapped by its caller’s wrapper, which wires what its route needs',
    files: /^functions\//,
    except: /^functions\/(?:callers|http)\//,
    forbids: (target) => target === 'functions/http/lambda.ts',
    breach: ['functions/auth/a.ts', "import { lambda } from '../http/lambda.ts';"],
  },
  {
    rule: 'a flow does its work by itself: of the project it imports flows, the contract, its words, and a card’s drawing',
    files: ofFlows,
    forbids: (target) =>
      isProject(target) &&
      !ofFlows.test(target) &&
      !/^src\/(?:contract\/|i18n\/(?:document-words|fill|words)\.ts$|drawing\/(?:card|card-options|line-pieces)\.ts$|prerender\/social-cards\/(?:social-card|rasterize)\.ts$)/.test(
        target,
      ),
    breach: [
      'functions/flows/catalog/a.ts',
      "import { database } from '../../adapters/postgres/connection/database.ts';",
    ],
  },
  {
    rule: 'what runs flows and charges for them imports of the server flows and the domain',
    files: /^functions\/flows\//,
    forbids: (target) => /^functions\/(?!flows\/|domain\/)/.test(target),
    breach: ['functions/flows/a.ts', "import { lambda } from '../http/lambda.ts';"],
  },
  {
    rule: 'a flow neither fetches nor knows a clock, randomness or the process: it can be repeated',
    files: ofFlows,
    forbidsUse: ['fetch()', 'Date.now', 'Math.random', 'new Date()', 'process'],
    breach: ['functions/flows/catalog/a.ts', "export const a = () => fetch('/');"],
  },
  {
    rule: 'the server runs on AWS and here alike: of AWS it imports types, and S3 where a bucket is set',
    files: /^functions\//,
    except: /^functions\/adapters\/s3\//,
    forbids: (target) => isOfPackage(target, 'aws-sdk', '@aws-sdk'),
    breach: ['functions/auth/a.ts', "import { S3 } from '@aws-sdk/client-s3';"],
  },
  {
    rule: 'the local stack imports of the server env, http, the database, webhooks, the flows with their processes and seven files by name; it loads handlers by the route table',
    files: /^infra\/local\//,
    forbids: (target) =>
      /^functions\/(?!env\.ts$|settings\.ts$|http\/|callers\/(?:for-schedule|for-service)\.ts$|credits\/command-refusal\.ts$|purchases\/(?:invoice-books|reconcile)\.ts$|messages\/webhook-receiver\.ts$|(?:adapters|domain)\/webhook\/|adapters\/postgres\/|adapters\/s3\/presign\.ts$|flows\/(?:catalog|flow-processes|timer)\.ts$)/.test(
        target,
      ) || /^tests\//.test(target),
    breach: ['infra/local/a.ts', "import { a } from '../../functions/domain/account/trial.ts';"],
  },
  {
    rule: 'an edge function imports the contract, its neighbours and CloudFront’s one module',
    files: /^infra\/edge\//,
    forbids: (target) => !/^(?:infra\/edge\/|src\/contract\/|cloudfront$)/.test(target),
    breach: ['infra/edge/a.ts', "import { createHash } from 'node:crypto';"],
  },
  {
    rule: 'the cloud imports no handler but the application of them, and of the local stack its settings and errors',
    files: /^infra\/aws\//,
    forbids: (target) =>
      /^(?:functions\/(?!http\/application\.ts$)|infra\/local\/(?!(?:settings|errors)\.ts$))/.test(
        target,
      ),
    breach: ['infra/aws/a.ts', "import { a } from '../../functions/auth/me.ts';"],
  },
  {
    rule: 'what builds the site imports of the local stack its settings and errors, and no server',
    files: /^infra\/build\//,
    forbids: (target) =>
      /^(?:functions\/(?!adapters\/postgres\/connection\/errors\.ts$)|infra\/(?:aws|local\/(?!(?:settings|errors)\.ts$)))/.test(
        target,
      ),
    breach: ['infra/build/a.ts', "import { a } from '../local/stack.ts';"],
  },
  {
    rule: 'only env and settings read the environment, and two files that run before or without them',
    files: /./,
    // The bootstrap runs before a Node that can import settings.ts; Astro hands a build its settings so.
    except:
      /^(?:functions\/env\.ts|infra\/local\/settings\.ts|infra\/local\/bootstrap\.mjs|astro\.config\.mjs)$/,
    forbidsUse: ['process.env'],
    breach: ['infra/local/a.mjs', "export const port = process['env'].PORT;"],
  },
  {
    rule: 'a relative import names its file with its ending',
    files: /./,
    forbids: (target) => isProject(target) && !/\.\w+$/.test(target),
    breach: ['functions/http/a.ts', "import { a } from './handler';"],
  },
  onlyIn('src/client/auth/', '@auth0/auth0-spa-js'),
  onlyIn('src/i18n/', 'i18next', 'astro-i18next'),
  onlyIn('functions/adapters/oidc/', 'jose'),
  onlyIn('functions/adapters/postgres/', 'pg', 'kysely', '@electric-sql/pglite', 'uuid'),
  onlyIn('functions/adapters/stripe/', 'stripe'),
  onlyIn('functions/(?:adapters/mail|messages)/', 'nodemailer', '@react-email/render'),
  onlyIn('functions/adapters/webhook/', 'standardwebhooks'),
  onlyIn('infra/local/mail', 'smtp-server', 'postal-mime'),
  onlyIn('functions/flows/documents/', 'fflate', 'htmlparser2', 'unpdf'),
  onlyIn('functions/flows/images/|src/prerender/social-cards/', 'sharp'),
  onlyIn('functions/flows/text/', 'stemmer', 'stopword', 'syllable'),
  onlyIn('infra/local/identity/', 'oidc-provider'),
  onlyIn('infra/aws/', 'aws-cdk-lib', 'constructs', 'cdk-nag'),
  onlyIn('functions/adapters/.*/(?:dsql-token|presign|ses).ts|infra/aws/runtime/', '@smithy'),
];

const endings = ['.ts', '.tsx', '.mjs', '.cjs', '.astro'];
const modules = [
  ...['src', 'functions', 'infra'].flatMap((folder) => sourceFiles(folder, endings)),
  ...topFiles(endings),
].map(moduleOf);

function breachesOf({ files, except, forbids, forbidsUse }: Rule, module: Module): string[] {
  const { path, imports, uses } = module;
  if (!files.test(path) || except?.test(path)) return [];
  const imported = imports.filter((target) => forbids?.(target, path));
  const used = uses.filter((use) => forbidsUse?.includes(use));
  return [...imported, ...used].map((what) => `${path}: ${what}`);
}

describe.each(rules)('$rule', (rule) => {
  test('holds everywhere', () => {
    expect(modules.flatMap((module) => breachesOf(rule, module))).toEqual([]);
  });

  test('is broken by a file that breaks it', () => {
    const [path, text] = rule.breach;
    expect(breachesOf(rule, moduleOf({ path, text }))).toHaveLength(1);
  });
});

test.each([
  ['src/i18n/a.ts', 'src/client/state/language.ts'],
  ['src/islands/blog/A.tsx', 'src/prerender/blog/posts.ts'],
  ['src/prerender/blog/a.ts', 'src/client/state/favorites.ts'],
  ['src/content/a.ts', 'src/prerender/blog/posts.ts'],
  ['src/of-no-room/a.ts', 'src/contract/user.ts'],
])('the order of the rooms forbids %s to import %s', (path, target) => {
  expect(isOutOfOrder(target, path)).toBe(true);
});

test('every folder and file of src/ has a place in the order', () => {
  expect(topNames('src').toSorted()).toEqual(siteRooms.toSorted());
});

test('every folder of infra/ has rules here', () => {
  const known = ['aws', 'build', 'edge', 'local', 'server'];
  expect(topNames('infra').filter((name) => !known.includes(name))).toEqual([]);
});

test('all rooms are read', () => {
  const rooms = new Set(modules.map(({ path }) => path.split('/').slice(0, 2).join('/')));
  const withoutCode = ['styles'];
  for (const room of siteRooms.filter((name) => !withoutCode.includes(name))) {
    expect(rooms).toContain(`src/${room}`);
  }
  expect(rooms).toContain('functions/domain');
  expect(rooms).toContain('astro.config.mjs');
});
