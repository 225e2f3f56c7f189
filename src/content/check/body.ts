import { isDrawable, undrawable } from '../../contract/drawable.ts';
import { skeletonWords } from '../../i18n/words.ts';
import { factNames } from '../facts.ts';
import { faultIn } from '../figures.ts';
import { type CheckText, error, type Finding, type Place, warning } from './report.ts';
import {
  bodyPlace,
  fieldPlace,
  type Image,
  type Outline,
  type Post,
  pathOfImage,
  type TextSource,
} from './sources.ts';

/** The Markdown for an HTML element. */
const markdownFor: Readonly<Record<string, string>> = {
  a: 'Write a link as [its text](/pricing/).',
  b: 'Write **bold** with two asterisks.',
  br: 'End the line with a backslash, or begin a new paragraph with an empty line.',
  code: 'Write code between backticks.',
  em: 'Write _emphasis_ with underscores.',
  i: 'Write _emphasis_ with underscores.',
  img: 'Write a picture as ![what is to be seen](../covers/wheel.png).',
  pre: 'Write code between two lines of three backticks.',
  strong: 'Write **bold** with two asterisks.',
  table: 'Write a table with vertical bars: | a | b |',
};
const withoutMarkdown: readonly string[] = ['embed', 'form', 'iframe', 'object', 'script', 'style'];

/** Findings about one text: HTML, headings, pictures, facts, characters of its card. */
export function bodyFindings(source: TextSource, paths: ReadonlySet<string>): Finding[] {
  return [
    ...source.outline.html.flatMap(({ value, line }) => htmlFindings(source, value, line)),
    ...headingFindings(source),
    ...factFindings(source),
    ...signFindings(source.outline, (line) => bodyPlace(source, line)),
    ...figureFindings(source),
    ...source.outline.images.flatMap((image) => imageFindings(source, image, paths)),
    ...cardFindings(source),
  ];
}

/** Characters that the card for shared links would leave out; a title without any other has no card. */
function cardFindings(source: TextSource): Finding[] {
  return Object.entries(source.data ?? {}).flatMap(([field, text]) => {
    if (!['title', 'description'].includes(field) || typeof text !== 'string') return [];
    const place = fieldPlace(source, field);
    if (text.trim() === '') return [];
    if (field === 'title' && !Array.from(text).some((one) => /\S/.test(one) && isDrawable(one))) {
      const problem = 'The card for shared links can show none of it.';
      return [error('field', place, { problem, fix: 'Write Latin or Chinese characters, too.' })];
    }
    const missing = undrawable([text]);
    if (missing.length === 0) return [];
    const problem = `The card for shared links leaves out: ${missing.join(' ')}.`;
    const fix = 'Its fonts lack them. Write other characters, or leave it so.';
    return [warning('field', place, { problem, fix })];
  });
}

function htmlFindings(source: TextSource, value: string, line: number): Finding[] {
  const [, closing, name] = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(value) ?? [];
  // The check has reported the opening tag.
  if (closing) return [];
  return [error('html', bodyPlace(source, line), htmlText(name?.toLowerCase()))];
}

function htmlText(name: string | undefined): CheckText {
  if (name === undefined) {
    const problem = 'A comment or instruction in HTML is sent to every reader.';
    return { problem, fix: 'Take it out.' };
  }
  const problem = `HTML is not allowed in texts: <${name}>.`;
  if (withoutMarkdown.includes(name)) {
    return { problem, fix: 'Take it out, and link to what it would show.' };
  }
  const heading = /^h[1-6]$/.test(name) ? 'Write a heading as ## Heading.' : undefined;
  const other = 'Write it in Markdown; to show it as code, put it between backticks.';
  return { problem, fix: markdownFor[name] ?? heading ?? other };
}

/** The page's title is its only h1, so a text begins with h2 (WCAG technique G141). */
function headingFindings(source: TextSource): Finding[] {
  let depthBefore = 1;
  return source.outline.headings.flatMap(({ depth, line }) => {
    const text = headingText(depth, depthBefore);
    depthBefore = depth;
    return text ? [error('heading', bodyPlace(source, line), text)] : [];
  });
}

function headingText(depth: number, depthBefore: number): CheckText | undefined {
  if (depth === 1) {
    const problem = 'A heading of the first level: the title is the page’s only one.';
    return { problem, fix: 'Write it with two number signs: ## Heading' };
  }
  if (depth <= depthBefore + 1) return undefined;
  const above = depthBefore === 1 ? 'the title' : '#'.repeat(depthBefore);
  return {
    problem: `The heading skips a level: ${'#'.repeat(depth)} comes below ${above}.`,
    fix: `Write it as ${'#'.repeat(depthBefore + 1)} Heading`,
  };
}

function factFindings(source: TextSource): Finding[] {
  const unknown = source.outline.facts.filter(({ name }) => !factNames.includes(name));
  const otherwise = ', or put it between backticks';
  return unknown.map(({ name, line }) =>
    error('fact', bodyPlace(source, line), unknownFact(name, factNames, otherwise)),
  );
}

/** Says that a text names an unknown fact, and which are known. */
export function unknownFact(name: string, known: readonly string[], otherwise = ''): CheckText {
  const names = known.map((one) => `{{${one}}}`).join(', ');
  return { problem: `{{${name}}} is not known.`, fix: `Write one of ${names}${otherwise}.` };
}

/** Signs of emphasis that readers see, one finding a line. */
export function signFindings({ shownSigns }: Outline, placeOf: (line: number) => Place): Finding[] {
  const fix =
    'Write **bold** or ~~struck~~ without a space inside; a backslash before each sign shows it.';
  return [...Map.groupBy(shownSigns, ({ line }) => line)].map(([line, [first]]) => {
    const problem = `Readers see ${first?.sign ?? ''} here: it begins or ends nothing.`;
    return warning('emphasis', placeOf(line), { problem, fix });
  });
}

function figureFindings(source: TextSource): Finding[] {
  return source.outline.figures.flatMap(({ kind, source: block, line }) => {
    const fault = faultIn(kind, block);
    return fault ? [error('figure', bodyPlace(source, line + fault.line), fault)] : [];
  });
}

function imageFindings(source: TextSource, image: Image, paths: ReadonlySet<string>): Finding[] {
  const place = bodyPlace(source, image.line);
  const findings = image.alt.trim() === '' ? [error('image', place, withoutAlt(image))] : [];
  if (/^https?:/i.test(image.url)) {
    const problem =
      'The picture lies on another site: it can change or vanish, and is not made smaller.';
    const fix = 'Save it beside the post and name its path.';
    return [...findings, warning('image', place, { problem, fix })];
  }
  if (paths.has(pathOfImage(source.file, image.url))) return findings;
  const problem = `There is no picture ${image.url || 'named'}.`;
  const fix = 'Write its path from the folder of this file, for example: ../covers/wheel.png';
  return [...findings, error('image', place, { problem, fix, missing: true })];
}

function withoutAlt({ url }: Image): CheckText {
  return {
    problem: 'The picture has no text for those who can’t see it.',
    fix: `Say what is to be seen: ![Three coins](${url || '../covers/wheel.png'})`,
  };
}

/** Sentences of the skeleton that a finished post still contains. */
export function unfinishedFindings(post: Post): Finding[] {
  if (post.isDraft) return [];
  const { description, opening, sections } = skeletonWords[post.language];
  const finding = (place: Place, sentence: string) => {
    const problem = `It still says “${sentence}”`;
    return error('unfinished', place, {
      problem,
      fix: 'Write your own words, or set draft: true.',
    });
  };
  const inBody = [opening, ...sections.map(({ text }) => text)].flatMap((sentence) => {
    const at = post.body.indexOf(sentence);
    const line = post.body.slice(0, at).split('\n').length;
    return at < 0 ? [] : [finding(bodyPlace(post, line), sentence)];
  });
  if (post.description !== description) return inBody;
  return [finding(fieldPlace(post, 'description'), description), ...inBody];
}
