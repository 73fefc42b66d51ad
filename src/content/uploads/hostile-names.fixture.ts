/** Names and metadata that no honest client sends, as form bytes (Latin-1), by their fault. */

/** UTF-8 bytes as a Latin-1 string. */
export const utf8 = (text: string) => Buffer.from(text).toString('latin1');

export const BAD_FILE_NAMES: Record<string, string[]> = {
  nothing: ['', ' ', '.', '..', '...', utf8('\u00A0')],
  paths: ['/', '\\\\', 'a/', 'a/..', '../../', 'C:\\\\', '/dev/nul.txt', 'a/b:c.txt'],
  nuls: ['a\0.txt', 'a.txt\0.exe', '\0'],
  controls: ['a\tb.txt', 'a\x7F.txt', 'a\x1Bb', 'a\rb.txt', 'a\nb.txt', utf8('a\u0085b')],
  wildcards: ['a?.txt', 'a*.txt', '<a>.txt', 'a|b', 'a:b', 'a:$DATA'],
  devices: ['CON', 'con.txt', 'NUL', 'nul.tar.gz', 'COM1', 'lpt1.doc', 'AUX.'],
  ends: ['a.txt.', 'a.txt ', ' a.txt', utf8('a.txt\u3000')],
  directions: ['\u202Egpj.exe', 'a\u200Fb.txt', 'a\u2066b', '\uFEFFa.txt', 'a\u2028b'].map(utf8),
  noncharacters: ['\uFFFD.txt', '\uFDD0.txt', '\uFFFF', '\u{1FFFE}.txt', '\u{10FFFF}.txt'].map(utf8),
  slashesInTooManyBytes: ['\xE0\x80\xAFa', '\xF0\x80\x80\xAFa', '\xC1\x81'],
  surrogates: ['\xED\xA0\x80.txt', '\xED\xA0\xBD\xED\xB8\x80.txt'],
  halvesOfLetters: ['\xE2\x82', '\xF0\x9F\x98.txt', '\xF4\x90\x80\x80', '\x80'],
  otherEncodings: ['\xFF\xFEa\0', '\xFF\xFEa\0.\0', 'a\x93b\x94.txt'],
  tooLong: ['n'.repeat(200), 'n'.repeat(70_000), utf8('é'.repeat(200)), utf8('😀'.repeat(200))],
};

/** Names that only look bad: they may be stored as they are, and paths as their last segment. */
export const ODD_FILE_NAMES = [
  '../../etc/passwd',
  '..\\\\..\\\\boot.ini',
  '/etc/shadow',
  'C:\\\\a.txt',
  '\xC0\xAE\xC0\xAE/a',
  ...['😀.txt', 'Отчёт.txt', 'n'.repeat(199), '%2e%2e%2fa.txt', '__proto__', 'a;b=c.txt', '-rf', '~'].map(utf8),
  '$(id).txt',
  // Not UTF-8, so each byte is a letter.
  'caf\xE9.txt',
  '\xC0\xAE\xC0\xAE\xC0\xAFa',
  '\xED\xBF\xBF',
];

export const BAD_METADATA: Record<string, string[]> = {
  noJson: ['{', '{"DocumentName":"a"', "{'DocumentName':'a'}", '{"DocumentName":}', '\0', 'undefined'],
  noObject: ['[]', 'null', '1', '"a"', '['.repeat(60_000)],
  noText: ['1', '[1]', '{"a":1}', 'true', '1e999'].map((name) => `{"DocumentName":${name}}`),
  escapes: ['\\ud800', '\\udfff', '\\udc00\\ud800', '\\u0000', 'a\\u0000.txt', 'a\\nb', 'a\\u202eb'].map(
    (name) => `{"DocumentName":"${name}"}`,
  ),
  names: ['..', '../a', 'CON.txt', 'a\xC0\xAF.txt', 'a\xED\xA0\x80.txt', 'a\xFF.txt'].map(
    (name) => `{"DocumentName":"${name}"}`,
  ),
  deep: [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}x`],
};

/** Metadata that only looks bad. */
export const ODD_METADATA = [
  '',
  '{"DocumentName":[]}',
  '{"__proto__":{"DocumentName":"b.txt"}}',
  '{"constructor":1,"DocumentName":"b.txt"}',
  '{"DocumentName":"\\ud83d\\ude00"}',
  utf8('\uFEFF{"DocumentName":"marked.txt"}'),
];
