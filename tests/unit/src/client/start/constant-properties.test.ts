import { expect, it } from 'vitest';
import { inlineConstants } from '../../../../../src/client/start/constant-properties.ts';

/** What Tailwind writes for a property that starts as `solid`, and for one that starts as nothing. */
const registrations =
  '@property --tw-line{syntax:"*";inherits:false;initial-value:solid}@property --tw-weight{syntax:"*";inherits:false}';
const fallbacks =
  '@layer properties{@supports (a:b){*,:before{--tw-line:solid;--tw-weight:initial}}}';

it.each([
  [
    'a property that no rule sets is its first value',
    `${fallbacks}.a{border-style:var(--tw-line)}${registrations}`,
    '.a{border-style:solid}',
  ],
  [
    'a property that nobody knows is what the rule has instead',
    '.a{line-height:var(--tw-leading,calc(2 / 1.5))}',
    '.a{line-height:calc(2 / 1.5)}',
  ],
  [
    'a property that no rule reads is not set',
    `.a{--tw-weight:700;font-weight:700}.b{color:red;--tw-weight:1}${registrations}`,
    '.a{font-weight:700}.b{color:red;}',
  ],
  ['a property of ours is none of Tailwind’s', '.a{--at:50%}', '.a{--at:50%}'],
  ['without a first value, it stays', '.a{b:var(--tw-none)}', '.a{b:var(--tw-none)}'],
])('%s', (_what, css, shorter) => {
  expect(inlineConstants(css)).toBe(shorter);
});

it('a property that one rule sets and another reads stays, with its registration', () => {
  const css = `${fallbacks}.a{--tw-line:dashed}.b{border-style:var(--tw-line)}${registrations}`;
  expect(inlineConstants(css)).toBe(css);
});
