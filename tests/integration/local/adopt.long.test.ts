import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { flows } from '../../../functions/flows/catalog.ts';
import { withValues } from '../../../infra/local/adopt/config-text.ts';
import { emblem } from '../../../src/site.config.ts';
import { type BuiltSite, buildCopy, copySources, projectRoot } from '../../support/site-copy.ts';

const BUILD_TIMEOUT_MS = 240_000;
const COMMAND_TIMEOUT_MS = 60_000;
const covers = 'src/content/blog/covers';
const config = 'src/site.config.ts';

const answers = {
  name: 'Kilnwork & Söhne',
  domain: 'kilnwork.test',
  mail: 'office@kilnwork.test',
  colors: { brand: '#5b2a6e', accent: '#0b6e4f', paper: '#fffdf7' },
  emblem: { letters: 'KW' },
  trial: { credits: 43, days: 13 },
  currencies: ['EUR', 'JPY', 'HUF'],
  packs: [
    {
      names: { en: 'Starter', zh: '入门' },
      credits: 110,
      prices: { EUR: 4.49, JPY: 650, HUF: 2_000 },
    },
    {
      names: { en: 'Maker', zh: '常用' },
      credits: 770,
      prices: { EUR: 23, JPY: 3_300, HUF: 9_000 },
    },
  ],
  packMonths: 17,
  repository: { host: 'gitlab', name: 'kiln/work', branch: 'trunk' },
};

/** Prints what the servers say with the product's name in it, in a copy of the project. */
const sayings = `
import { openApiDocument } from './src/contract/openapi/document.ts';
import { signOutPage } from './functions/auth/sign-out-page.ts';
import { signInPage } from './infra/local/identity/sign-in-page.ts';
import { deployments } from './infra/aws/deployment.config.ts';
import { site } from './src/site.config.ts';
const origin = 'https://www.example.com';
console.log(JSON.stringify([
  openApiDocument({ name: site.name, origin, flowsOrigin: origin }),
  signOutPage('en'), signOutPage('zh'),
  signInPage({ siteOrigin: origin, language: 'en' }), deployments,
]));`;

function node(folder: string, ...args: readonly string[]) {
  const options = { cwd: folder, encoding: 'utf8', timeout: COMMAND_TIMEOUT_MS } as const;
  return spawnSync(process.execPath, args, options);
}

function adopt(folder: string, given: unknown, ...options: readonly string[]) {
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(given));
  return node(folder, 'infra/local/adopt.ts', '--yes', '--file', 'answers.json', ...options);
}

/** The files in a copy that name the first product, by their paths in it. */
function namingFirst(folder: string, parts: readonly string[]): readonly string[] {
  return parts
    .flatMap((part) => globSync(`${part}{,/**}`, { cwd: folder }))
    .filter((path) => statSync(join(folder, path)).isFile())
    .filter((path) => /millrace/i.test(path + readFileSync(join(folder, path), 'latin1')));
}

/** The files that adopting may change, by their paths. */
function textsOf(folder: string): Readonly<Record<string, string>> {
  const files = [config, 'src/languages.config.ts', 'package.json', 'package-lock.json'];
  const pictures = readdirSync(join(folder, covers)).map((name) => `${covers}/${name}`);
  return Object.fromEntries(
    [...files, ...pictures].map((file) => [file, readFileSync(join(folder, file), 'base64')]),
  );
}

/** The configuration of a version that counted forints without decimals, and confirmed nothing. */
function sellAsEarlier(folder: string): void {
  const file = join(folder, config);
  const packs = [
    { id: 'small', names: { en: 'A' }, amountCredits: 100, priceMinor: { HUF: 20_000 } },
  ];
  const values = new Map<string, unknown>([
    ['currencies', ['HUF']],
    ['packs', packs],
  ]);
  const text = withValues(readFileSync(file, 'utf8'), values);
  writeFileSync(file, text.replace(/^export const confirmedCurrencies.+$/m, ''));
}

const ownPost = `---
title: Ours
description: A post of the adopter's own.
publishDate: 2026-11-01
author: team
---

Text.
`;

let site: BuiltSite;
let said: string;
let spoken: string;
let before: Readonly<Record<string, string>>;
let after: Readonly<Record<string, string>>;
let again: Readonly<Record<string, string>>;
let inEnglishOnly: { readonly status: number | null; readonly stdout: string };
let refused: { readonly status: number | null; readonly stderr: string };
let afterRefusal: Readonly<Record<string, string>>;

beforeAll(async () => {
  site = await buildCopy('2026-11-22', undefined, async (folder) => {
    for (const file of ['package-lock.json', 'biome.json']) {
      cpSync(join(projectRoot, file), join(folder, file));
    }
    // A cover of somebody's own, under no name of ours.
    const own = join(folder, covers, 'own.png');
    writeFileSync(own, 'somebody’s own picture');
    before = textsOf(folder);
    refused = adopt(folder, { ...answers, trial: { credits: 0, days: 13 } });
    afterRefusal = textsOf(folder);
    said = adopt(folder, answers).stdout;
    after = textsOf(folder);
    adopt(folder, answers);
    again = textsOf(folder);
    spoken = node(folder, '--input-type=module', '--eval', sayings).stdout;
    rmSync(own);
    adopt(folder, { languages: ['en'] });
    inEnglishOnly = node(folder, 'src/content/commands/check.ts');
    adopt(folder, { languages: ['en', 'zh'] });
  });
}, BUILD_TIMEOUT_MS);

/** The texts of the built site, scripts included, without the editor's program. */
const texts = () => [...site].filter(([path]) => /\.(?:html|json|xml|txt|svg|js)$/.test(path));

describe('another product', () => {
  it('has the new name, mail, prices, trial and colours on its pages', () => {
    const page = (path: string) => site.get(path)?.toString() ?? '';
    expect(page('/index.html')).toContain('Kilnwork &amp; Söhne');
    expect(page('/index.html')).toContain('43 credits, good for 13 days');
    expect(page('/index.html')).toContain('#5b2a6e');
    expect(page('/pricing/index.html')).toContain('€4.49');
    expect(page('/pricing/index.html')).toContain('HUF\u00a02,000');
    expect(page('/pricing/index.html')).toContain('"price":"2000.00","priceCurrency":"HUF"');
    expect(page('/pricing/index.html')).toContain('Good for 17 months');
    expect(page('/zh/pricing/index.html')).toContain('常用');
    expect(page('/contact/index.html')).toContain(answers.mail);
    expect(page('/blog/how-credits-work/index.html')).toContain('By Kilnwork');
  });

  it('counts the flows of the catalogue on its home page', () => {
    const home = site.get('/index.html')?.toString() ?? '';
    expect(home).toContain(`${flows.length} tools, each with its price`);
  });

  it('has no trace of the first name in pages, scripts, feeds and files', () => {
    expect(texts().length).toBeGreaterThan(50);
    const left = texts().filter(([path, text]) => /millrace/i.test(`${path}${text}`));
    expect(left.map(([path]) => path)).toEqual([]);
  });

  it('has no mill on its pages: neither the word nor the wheel', () => {
    const paths = [...emblem.svg.matchAll(/ d="([^"]+)"/g)].map(([, path = '']) => path);
    const wheel = paths.toSorted((one, other) => other.length - one.length)[0]?.slice(-60) ?? '';
    const read = texts().filter(([path]) => !path.endsWith('.js'));
    const left = read.filter(
      ([, text]) =>
        text.includes(wheel) ||
        /\bmills?\b(?!\.(?:example|eu))|brook|sluice|水车|水渠|水闸|小溪/i.test(text.toString()),
    );
    expect(wheel).not.toBe('');
    expect(left.map(([path]) => path)).toEqual([]);
  });

  it('has a picture of its emblem and ledger on its home page, without our river', () => {
    const scene = site.get('/scene.svg')?.toString() ?? '';
    expect(scene).toContain('id="emblem"');
    expect(scene).not.toContain('<g id="streams"');
    expect(site.get('/index.html')?.toString()).toContain('above a slip from a ledger');
  });

  it('has pictures of its own: icons, cards and the covers of sample posts', () => {
    expect(site.get('/favicon.svg')?.toString()).toContain('#5b2a6e');
    expect(site.get('/apple-touch-icon.png')?.subarray(1, 4).toString()).toBe('PNG');
    const pictures = Object.keys(before).filter((file) => file.startsWith(covers));
    const kept = pictures.filter((file) => before[file] === after[file]);
    expect(pictures.length).toBeGreaterThan(1);
    expect(kept).toEqual([`${covers}/own.png`]);
  });

  it('answers in its name, and is deployed under it', () => {
    expect(spoken).toContain('Kilnwork');
    expect(spoken).toContain('www.kilnwork.test');
    expect(spoken).not.toMatch(/millrace/i);
    expect(Buffer.from(after['package.json'] ?? '', 'base64').toString()).toContain('"kilnwork"');
  });
});

describe('another product without our samples', () => {
  let bare: BuiltSite;
  let left: readonly string[];
  let checked: string;

  beforeAll(async () => {
    bare = await buildCopy('2026-11-22', undefined, async (folder) => {
      for (const part of ['package-lock.json', 'biome.json', 'README.md', 'docs']) {
        cpSync(join(projectRoot, part), join(folder, part), { recursive: true });
      }
      const odd = {
        ...answers,
        name: 'Zoë’s Öfen & Töpfe 陶器坊',
        packs: answers.packs.slice(0, 1),
      };
      writeFileSync(join(folder, 'src/content/blog/en/own.md'), ownPost);
      expect(adopt(folder, odd, '--without-samples').stderr).toBe('');
      expect(existsSync(join(folder, 'src/content/blog/en/own.md'))).toBe(true);
      rmSync(join(folder, 'src/content/blog/en/own.md'));
      writeFileSync(join(folder, 'README.md'), `${readFileSync(join(folder, 'README.md'))}Mine.\n`);
      adopt(folder, odd, '--without-samples');
      expect(readFileSync(join(folder, 'README.md'), 'utf8')).toMatch(/^# Zoë’s Öfen.+Mine\.\n$/s);
      left = namingFirst(folder, ['README.md', 'docs', 'src', 'functions', 'infra', 'public']);
      checked = node(folder, 'src/content/commands/check.ts').stdout;
    });
  }, BUILD_TIMEOUT_MS);

  it('names the first product nowhere: site, sources, README and documents', () => {
    const built = [...bare].filter(([path, text]) => /millrace/i.test(`${path}${text}`));
    expect([...left, ...built.map(([path]) => path)]).toEqual([]);
  });

  it('has no post, and its blog says so in both languages, without search and tags', () => {
    expect(checked).toBe('Content: 0 errors, 0 warnings.\n');
    expect(bare.get('/blog/index.html')?.toString()).toContain('There is no post yet.');
    expect(bare.get('/zh/blog/index.html')?.toString()).toContain('还没有文章。');
    expect(bare.get('/blog/index.html')?.toString()).not.toContain('<search>');
    expect(bare.get('/index.html')?.toString()).not.toContain('From the blog');
    expect(bare.get('/rss.xml')?.toString()).not.toContain('<item>');
  });
});

describe('the command', () => {
  it('says what is done, where the picture is, and what remains', () => {
    expect(said).toContain('The product is Kilnwork & Söhne.');
    expect(said).toContain('adopted.png');
    expect(said).toContain('src/content/pages/');
  });

  it('changes nothing when an answer is wrong, and says what it must be', () => {
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/^trial\.credits is wrong: trial must be /);
    expect(afterRefusal).toEqual(before);
  });

  it('can hide a language: the check of the content passes over what nobody sees', () => {
    expect(inEnglishOnly).toMatchObject({ status: 0, stdout: 'Content: 0 errors, 0 warnings.\n' });
  });

  it('gives the same files when it runs again', () => {
    expect(again).toEqual(after);
  });

  it(
    'mends prices of an earlier version, which the check names until it is told them',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'adopt-earlier-'));
      const pricesIn = () => readFileSync(join(folder, config), 'utf8');
      const check = () =>
        node(folder, 'src/content/commands/check.ts').stdout.replaceAll('\u00a0', ' ');
      try {
        await copySources(folder);
        cpSync(join(projectRoot, 'biome.json'), join(folder, 'biome.json'));
        cpSync(join(projectRoot, 'package-lock.json'), join(folder, 'package-lock.json'));
        sellAsEarlier(folder);
        expect(check()).toContain('They are shown and charged as: small HUF 200.');
        adopt(folder, { packMonths: 17 });
        expect(pricesIn()).toMatch(/HUF: 20000 [\s\S]+confirmedCurrencies: .+ = \[\];/);
        adopt(folder, { packs: [{ names: { en: 'A' }, credits: 110, prices: { HUF: 2_000 } }] });
        expect(pricesIn()).toMatch(/HUF: 200000 [\s\S]+confirmedCurrencies: .+ = \['HUF'\];/);
        expect(check()).not.toContain('HUF');
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    COMMAND_TIMEOUT_MS * 2,
  );

  it(
    'names its options, and what it wants of an answers file',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'adopt-help-'));
      try {
        await copySources(folder);
        const { status, stdout } = node(folder, 'infra/local/adopt.ts', '--help');
        expect([status, stdout]).toEqual([0, expect.stringContaining('--yes --file answers.json')]);
        const misuse = node(folder, 'infra/local/adopt.ts', '--nmae');
        expect([misuse.status, misuse.stderr]).toEqual([1, expect.stringContaining("'--nmae'")]);
        const missing = node(folder, 'infra/local/adopt.ts', '--yes', '--file', 'none.json');
        expect(missing.stderr).toContain('none.json that can be read');
        const dialogue = node(folder, 'infra/local/adopt.ts');
        expect(dialogue.stderr).toContain('add --yes --file answers.json');
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    COMMAND_TIMEOUT_MS,
  );
});
