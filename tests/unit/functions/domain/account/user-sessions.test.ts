import { expect, test } from 'vitest';
import { deviceOf } from '../../../../../functions/domain/account/user-sessions.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const android = 'Mozilla/5.0 (Linux; Android 10; K)';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15';

test.each([
  [`${windows} ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`${windows} ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows'],
  [`${mac} ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`, 'Opera', 'macOS'],
  [
    `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`,
    'Safari',
    'macOS',
  ],
  [`${iPhone} (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari', 'iOS'],
  [`${iPhone} (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iOS'],
  [`${iPhone} (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iOS'],
  [
    `${iPhone} (KHTML, like Gecko) Version/18.0 EdgiOS/140.0 Mobile/15E148 Safari/604.1`,
    'Edge',
    'iOS',
  ],
  [`${android} ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [
    `${android} ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [`${android} ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0`, 'Edge', 'Android'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox', 'Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome',
    'ChromeOS',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`,
    'Chrome',
    'Linux',
  ],
])('%s is %s on %s', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system });
});

test.each([
  ['', {}],
  ['curl/8.5.0', {}],
  ['Test/1.0', {}],
  ['Mozilla/5.0 (Windows NT 10.0)', { system: 'Windows' }],
  ['Mozilla/5.0 (PlayStation 5) Safari/605.1.15', {}],
])('the user agent %j names %j', (userAgent, device) => {
  expect(deviceOf(userAgent)).toEqual(device);
});
