import { endsSentence } from './plain-lines.ts';

const time = String.raw`(?:\d+:)?\d\d:\d\d[.,]\d{3}`;
/** The line with the time of a cue (SubRip; WebVTT, section 4.1). */
const cueTime = new RegExp(`^\\s*${time}\\s+-->\\s+${time}`);
const firstLines = new RegExp(`^\\ufeff?\\s*(?:WEBVTT|(?:\\d+[ \\t\\r]*\\n)?${time}\\s+-->)`);
/** A name, a number or nothing stands above a time. Names stand below an empty line. */
const cueNumber = /^\s*\d+\s*$/;
/** Subtitles with fewer ends of sentences have no marks, so that each cue is a paragraph. */
const ENDS_SHARE = 0.1;

/**
 * Subtitles with space, as long as before, in place of all but their words. Cues follow each other
 * without a gap, because sentences go over several. Other texts stay as they are.
 */
export function withoutCues(text: string): string {
  if (!firstLines.test(text)) return text;
  const lines = text.split('\n');
  const first = lines.findIndex((line) => cueTime.test(line));
  if (first < 0) return text;
  const isBlank = (line = '') => line.trim() === '';
  const isHead = (line: string, at: number) => {
    const isAbove = cueTime.test(lines[at + 1] ?? '');
    const isName = isAbove && (isBlank(lines[at - 1]) || cueNumber.test(line));
    return at <= first || isName || cueTime.test(line);
  };
  const heads = lines.map(isHead);
  const words = lines.filter((line, at) => !heads[at] && !isBlank(line));
  const ends = words.filter((line) => endsSentence(line.replace(/<[^<>]*>/g, '').trim()));
  const areSentences = ends.length > words.length * ENDS_SHARE;
  const shown = lines.map((line, at) => {
    if (heads[at]) return ` ${' '.repeat(line.length)}`;
    return `${areSentences && isBlank(line) ? ' ' : '\n'}${line}`;
  });
  return shown.join('').slice(1);
}
