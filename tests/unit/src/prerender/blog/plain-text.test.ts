import { expect, it } from 'vitest';
import { plainText } from '../../../../../src/prerender/blog/search-index.ts';

it.each([
  ['<p>One</p><p>two</p>', 'One two'],
  ['<p>余<strong>额</strong></p>', '余额'],
  ['<p>a<br>b</p>', 'a b'],
  [
    '<h2 id="a">A &amp; b</h2>\n<p>c &lt;d&gt; &#x4f59;&#39069; &nope;</p>',
    'A & b c <d> 余额 &nope;',
  ],
  ['<img alt="a > b" src="c">d', 'd'],
  ['<pre><code><span class="token">const</span> a</code></pre>', 'const a'],
  ['<script>alert(1)</script><style>p{}</style>text', 'text'],
  ['<!-- not <b>this</b> -->text', 'text'],
  ['<td>1</td><td>2</td>', '1 2'],
  ['a < b', 'a < b'],
  ['&#x110000;', '&#x110000;'],
  ['', ''],
])('of %j the text is %j', (html, text) => {
  expect(plainText(html)).toBe(text);
});
