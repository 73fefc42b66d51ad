/**
 * Describes the device of a session by names only: browsers freeze or falsify versions and models, and people recognize a
 * device without them (decision 0115).
 */

/** `name` null: the browser is unknown. */
export type Device = { name: string | null; kind: DeviceKind };

export const DEVICE_KINDS = ['Desktop', 'Phone', 'Tablet', 'Unknown'] as const;

export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** The headers that describe a browser. `brands`: `Sec-CH-UA`. */
export type DeviceHeaders = { userAgent: string | null; brands: string | null };

// User agents contain the names of the browsers that they imitate, so the order matters.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:DuckDuckGo|Ddg)\//, 'DuckDuckGo'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(?:Firefox|FxiOS|Focus)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

// Those that differ from Chrome only in the client hints.
const BRANDS: [RegExp, string][] = [
  [/"Brave"/, 'Brave'],
  [/"Vivaldi"/, 'Vivaldi'],
  [/"DuckDuckGo"/, 'DuckDuckGo'],
];

const SYSTEMS: [RegExp, string, DeviceKind][] = [
  [/\biPad\b/, 'iPad', 'Tablet'],
  [/\biP(?:hone|od)\b/, 'iPhone', 'Phone'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'Phone'],
  [/\bAndroid\b/, 'Android', 'Tablet'],
  [/\bCrOS\b/, 'ChromeOS', 'Desktop'],
  [/\bWindows\b/, 'Windows', 'Desktop'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS', 'Desktop'],
  [/\bLinux\b/, 'Linux', 'Desktop'],
];

/** Longer headers are cut. */
const MAX_HEADER = 500;

/** The device of a browser, such as “Firefox on Windows”. */
export function describeDevice({ userAgent, brands }: DeviceHeaders): Device {
  const agent = (userAgent ?? '').slice(0, MAX_HEADER);
  const browser = nameIn(BRANDS, (brands ?? '').slice(0, MAX_HEADER)) ?? nameIn(BROWSERS, agent);
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent));
  if (browser === null) return { name: null, kind: system?.[2] ?? 'Unknown' };
  return { name: system === undefined ? browser : `${browser} on ${system[1]}`, kind: system?.[2] ?? 'Unknown' };
}

function nameIn(names: [RegExp, string][], text: string): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
