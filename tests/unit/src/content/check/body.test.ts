import { describe, expect, test } from 'vitest';
import { skeletonWords } from '../../../../../src/i18n/words.ts';
import { enPost, findingsWith, linesOf, post, rows } from '../../../../support/content.ts';

/** The findings about the body of a post, which begins on line 9. */
function saidOf(body: string): string[] {
  return linesOf(findingsWith({ [enPost]: post({}, body) })).map((line) =>
    line.replace(` ${enPost}:`, ' '),
  );
}

describe('HTML in a text', () => {
  test.each(rows`
    <script>alert(1)</script> => error 9: HTML is not allowed in texts: <script>. Take it out, and link to what it would show.
    A <SCRIPT src=x></SCRIPT> b => error 9: HTML is not allowed in texts: <script>. Take it out, and link to what it would show.
    <iframe src="https://example.com"></iframe> => error 9: HTML is not allowed in texts: <iframe>. Take it out, and link to what it would show.
    <img src="/x.png" onerror="alert(1)"> => error 9: HTML is not allowed in texts: <img>. Write a picture as ![what is to be seen](../covers/wheel.png).
    Water <b>turns</b> it => error 9: HTML is not allowed in texts: <b>. Write **bold** with two asterisks.
    Water<br>turns => error 9: HTML is not allowed in texts: <br>. End the line with a backslash, or begin a new paragraph with an empty line.
    <h2>Water</h2> => error 9: HTML is not allowed in texts: <h2>. Write a heading as ## Heading.
    <div class="box">\n\nWater\n\n</div> => error 9: HTML is not allowed in texts: <div>. Write it in Markdown; to show it as code, put it between backticks.
    <!-- later --> => error 9: A comment or instruction in HTML is sent to every reader. Take it out.
  `)('is refused with what to write instead: %s', (body, said) => {
    expect(saidOf(`${body}\n`)).toEqual([said]);
  });

  test('is left alone in code', () => {
    expect(saidOf('`<b>`\n\n```html\n<script>alert(1)</script>\n```\n\n    <b>\n')).toEqual([]);
  });

  test('is not seen in a comparison or an address in angle brackets', () => {
    expect(saidOf('1 < 2 and a<3, see <https://example.com/>\n')).toEqual([]);
  });
});

test.each([
  ['title', '李𬭎 and 🎉', '𬭎 🎉'],
  ['description', 'A mill of ﷼ for everybody, with a wheel and a stone.', '﷼'],
])('a character that no card shows is a warning: in the %s', (field, text, missing) => {
  const said = linesOf(findingsWith({ [enPost]: post({ [field]: text }) })).join('\n');
  expect(said).toContain(`The card for shared links leaves out: ${missing}.`);
  expect(said).toContain('warning');
});

describe('the headings of a text', () => {
  test.each(rows`
    # Water\n => error 9: A heading of the first level: the title is the page’s only one. Write it with two number signs: ## Heading
    Water\n=====\n => error 9: A heading of the first level: the title is the page’s only one. Write it with two number signs: ## Heading
    ### Water\n => error 9: The heading skips a level: ### comes below the title. Write it as ## Heading
    ## Water\n\n#### Stone\n => error 11: The heading skips a level: #### comes below ##. Write it as ### Heading
  `)('are refused: %j', (body, said) => {
    expect(saidOf(body)).toEqual([said]);
  });

  test('may go back by several levels', () => {
    expect(saidOf('## A\n\n### B\n\n#### C\n\n## D\n\n### E\n')).toEqual([]);
  });

  test('of the first level are each reported', () => {
    expect(saidOf('# A\n\n# B\n')).toHaveLength(2);
  });
});

describe('a picture in a text', () => {
  test.each(rows`
    ![](../covers/wheel.png) => error 9: The picture has no text for those who can’t see it. Say what is to be seen: ![Three coins](../covers/wheel.png)
    ![ ](../covers/wheel.png) => error 9: The picture has no text for those who can’t see it. Say what is to be seen: ![Three coins](../covers/wheel.png)
    ![][w]\n\n[w]: ../covers/wheel.png => error 9: The picture has no text for those who can’t see it. Say what is to be seen: ![Three coins](../covers/wheel.png)
    ![Wheel](../covers/stone.png) => error 9: There is no picture ../covers/stone.png. Write its path from the folder of this file, for example: ../covers/wheel.png
    ![Wheel](../covers/Wheel.png) => error 9: There is no picture ../covers/Wheel.png. Write its path from the folder of this file, for example: ../covers/wheel.png
    ![Wheel](/wheel.png) => error 9: There is no picture /wheel.png. Write its path from the folder of this file, for example: ../covers/wheel.png
    ![Wheel](https://example.com/wheel.png) => warning 9: The picture lies on another site: it can change or vanish, and is not made smaller. Save it beside the post and name its path.
  `)('is reported: %s', (body, said) => {
    expect(saidOf(`${body}\n`)).toEqual([said]);
  });

  test('is left alone when it exists and has a description', () => {
    expect(saidOf('![Wheel](../covers/wheel.png) ![Terms](/terms.pdf)\n')).toEqual([]);
  });
});

describe('a fact in double braces', () => {
  test('is reported when nobody knows it, in texts and links', () => {
    expect(saidOf('{{nmae}}\n\n[a](mailto:{{email}})\n')).toEqual([
      'error 9: {{nmae}} is not known. Write one of {{name}}, {{contactEmail}}, {{trialCredits}}, {{trialDays}}, {{packMonths}}, or put it between backticks.',
      'error 11: {{email}} is not known. Write one of {{name}}, {{contactEmail}}, {{trialCredits}}, {{trialDays}}, {{packMonths}}, or put it between backticks.',
    ]);
  });

  test('is left alone when it is known, and in code', () => {
    expect(saidOf('{{name}} [a](mailto:{{contactEmail}}) `{{nmae}}`\n')).toEqual([]);
  });
});

describe('a sentence of the skeleton', () => {
  const { description, opening } = skeletonWords.en;

  test('is an error in a finished post', () => {
    expect(linesOf(findingsWith({ [enPost]: post({ description }, `${opening}\n`) }))).toEqual([
      `error ${enPost}:3 description: It still says “${description}” Write your own words, or set draft: true.`,
      `error ${enPost}:9: It still says “${opening}” Write your own words, or set draft: true.`,
    ]);
  });

  test('is left alone in a draft', () => {
    expect(findingsWith({ [enPost]: post({ description, draft: 'true' }, opening) })).toEqual([]);
  });
});

test('a figure that can’t be drawn is refused at its line, with what to write instead', () => {
  expect(saidOf('Water\n\n```bars\nA: 1\nB: many\n```\n\n```sequence\nA: b\n```\n')).toEqual([
    'error 13: A line of the bars has no label, or not one number in its place. Write a label, a colon and a number such as 1,600.5: A long post: 16 kB',
    'error 17: A step of the sequence does not say who sends what to whom. Write it so: Browser -> Server: a question',
  ]);
});
