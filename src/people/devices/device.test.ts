import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDevice } from './device.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT}`;
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const PIXEL = `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT}`;

/** User agents of real browsers, and the expected descriptions. */
const AGENTS: [string, string | null, string][] = [
  [`${WINDOWS} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on Windows', 'Desktop'],
  [`${WINDOWS} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Edge on Windows', 'Desktop'],
  [`${WINDOWS} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`, 'Opera on Windows', 'Desktop'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Windows', 'Desktop'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux', 'Desktop'],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`,
    'Chrome on ChromeOS',
    'Desktop',
  ],
  [`${MAC} Version/18.1 Safari/605.1.15`, 'Safari on macOS', 'Desktop'],
  [`${MAC} Version/18.1 Safari/605.1.15 Ddg/18.1`, 'DuckDuckGo on macOS', 'Desktop'],
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari on iPhone', 'Phone'],
  [`${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone', 'Phone'],
  [`${IPHONE} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPhone', 'Phone'],
  [`${IPHONE} Version/18.0 EdgiOS/131.0.2903.68 Mobile/15E148 Safari/604.1`, 'Edge on iPhone', 'Phone'],
  [
    `Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${WEBKIT} Version/12.1 Mobile/15E148 Safari/604.1`,
    'Safari on iPad',
    'Tablet',
  ],
  [`${PIXEL} Chrome/131.0.0.0 Mobile Safari/537.36`, 'Chrome on Android', 'Phone'],
  [`${PIXEL} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on Android', 'Tablet'],
  [`${PIXEL} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, 'Samsung Internet on Android', 'Phone'],
  [`${PIXEL} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0`, 'Edge on Android', 'Phone'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0', 'Firefox on Android', 'Phone'],
  ['Mozilla/5.0 (compatible)', null, 'Unknown'],
  ['curl/8.5.0', null, 'Unknown'],
];

test('user agents are described by browser, system and kind of device', () => {
  for (const [userAgent, name, kind] of AGENTS) {
    assert.deepEqual(describeDevice({ userAgent, brands: null }), { name, kind }, userAgent);
  }
});

test('a browser with the user agent of Chrome is identified by its client hints', () => {
  const userAgent = `${MAC} Chrome/131.0.0.0 Safari/537.36`;
  const brands = '"Brave";v="131", "Chromium";v="131", "Not_A Brand";v="24"';
  assert.deepEqual(describeDevice({ userAgent, brands }), { name: 'Brave on macOS', kind: 'Desktop' });
});

test('the description contains no text from the client, and only the first 500 characters of a header are read', () => {
  const name = describeDevice({ userAgent: '<b>Bank</b> Firefox/1 (Windows)', brands: '"Evil"' }).name;
  assert.equal(name, 'Firefox on Windows');
  const long = describeDevice({ userAgent: `${'x '.repeat(250)}Firefox/1`, brands: `${' '.repeat(500)}"Brave"` });
  assert.deepEqual(long, { name: null, kind: 'Unknown' });
  assert.equal(describeDevice({ userAgent: `${'x '.repeat(240)}Firefox/1`, brands: null }).name, 'Firefox');
  assert.deepEqual(describeDevice({ userAgent: null, brands: null }), { name: null, kind: 'Unknown' });
});
