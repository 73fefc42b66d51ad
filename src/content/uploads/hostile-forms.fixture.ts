/** Forms that no honest client sends, and some that only look hostile. */
import { BAD_FILE_NAMES, BAD_METADATA, ODD_FILE_NAMES, ODD_METADATA, utf8 } from './hostile-names.fixture.ts';

export type HostileForm = {
  what: string;
  contentType?: string;
  body: Buffer;
  /** It may create a document with a valid name. */
  isHarmless?: boolean;
};

const B = 'XBOUNDARYX';
const bytes = (text: string) => Buffer.from(text, 'latin1');
const METADATA = `Content-Disposition: form-data; name="metadata"\r\n\r\n{"DocumentName":"a.txt"}\r\n`;
const FILE = `Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n`;
const join = (...parts: string[]) => bytes(`${parts.map((part) => `--${B}\r\n${part}`).join('')}--${B}--\r\n`);
const named = (disposition: string, content = 'hello') =>
  join(`Content-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`);

/** All forms below, more than 250. */
export function hostileForms(): HostileForm[] {
  return [...truncated(), ...boundaries(), ...structures(), ...fieldNames(), ...fileNames(), ...metadata()];
}

// A valid form, truncated at every position before its closing boundary.
function truncated(): HostileForm[] {
  const whole = join(METADATA, FILE);
  const end = whole.lastIndexOf('--');
  return Array.from({ length: end }, (_, length) => length)
    .filter((length) => length % 3 === 0 || length > end - 20)
    .map((length) => ({ what: `cut after ${length} bytes`, body: whole.subarray(0, length) }));
}

function boundaries(): HostileForm[] {
  const body = join(FILE);
  const types = [
    '',
    '; boundary',
    '; boundary=',
    '; boundary=""',
    '; boundary=OTHER',
    '; boundary=XBOUNDARY',
    '; bounds=X',
  ];
  return [
    ...[...types, `; boundary=${B}X`, `; boundary=${'y'.repeat(5000)}`].map((type) => ({
      what: `Content-Type …${type.slice(0, 40)}`,
      contentType: `multipart/form-data${type}`,
      body,
    })),
    ...['multipart/mixed', 'multipart/related', 'multipart/', 'multipart', 'MULTIPART/X'].map((type) => ({
      what: `Content-Type ${type}`,
      contentType: `${type}; boundary=${B}`,
      body,
    })),
  ];
}

function structures(): HostileForm[] {
  const many = (count: number, part: string) => join(...Array.from({ length: count }, () => part));
  const nested = `Content-Type: multipart/mixed; boundary=inner\r\n\r\n--inner\r\n${FILE}--inner--\r\n`;
  const forms: Record<string, Buffer> = {
    nothing: bytes(''),
    'only NULs': Buffer.alloc(10_000),
    'only line breaks': bytes('\r\n'.repeat(5000)),
    'only dashes': bytes('-'.repeat(10_000)),
    'only the end': bytes(`--${B}--\r\n`),
    'the end before the parts': bytes(`--${B}--\r\n--${B}\r\n${FILE}--${B}--\r\n`),
    'line feeds alone': bytes(join(FILE).toString('latin1').replaceAll('\r\n', '\n')),
    'carriage returns alone': bytes(join(FILE).toString('latin1').replaceAll('\r\n', '\r')),
    'no empty line after the headers': join(FILE.replace('\r\n\r\n', '\r\n')),
    'NULs in the headers': join(`\0\0\0\r\n\r\nx\r\n`),
    'a NUL in the disposition': join(FILE.replace('form-data', 'form\0data')),
    'a part without disposition': join('Content-Type: text/plain\r\n\r\nx\r\n'),
    'a part without headers': join('\r\nx\r\n'),
    'an attachment for a disposition': join(FILE.replace('form-data', 'attachment')),
    'a thousand files': many(1000, FILE),
    'a thousand fields': many(1000, METADATA),
    'a thousand parts without disposition': many(1000, '\r\nx\r\n'),
    'a header of 100 kB': join(`X-Long: ${'x'.repeat(100_000)}\r\n${FILE}`),
    'a thousand headers before the disposition': join(`${'X-A: b\r\n'.repeat(1000)}${FILE}`),
    'a header without colon': join(`${'x'.repeat(200)}\r\n\r\nx\r\n`),
    'a form in the file': join(`Content-Disposition: form-data; name="file"\r\n${nested}`),
    'a form in the metadata': join(`Content-Disposition: form-data; name="metadata"\r\n${nested}`, FILE),
    'a form in nothing': join(nested),
    'no file': join(METADATA),
    'two files': join(FILE, FILE),
    'metadata of 100 kB': join(
      `Content-Disposition: form-data; name="metadata"\r\n\r\n{"DocumentName":"${'a'.repeat(100_000)}"}\r\n`,
      FILE,
    ),
  };
  return Object.entries(forms).map(([what, body]) => ({ what, body }));
}

function fieldNames(): HostileForm[] {
  const names = ['', 'File', 'file ', 'file\0', 'file[]', '__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  return [...names, 'n'.repeat(10_000), '../file', utf8('ﬁle')].flatMap((name) => [
    { what: `a file named ${name.slice(0, 20)}`, body: named(`name="${name}"; filename="a.txt"`) },
    { what: `a field named ${name.slice(0, 20)}`, body: named(`name="${name}"`) },
  ]);
}

function fileNames(): HostileForm[] {
  const bad = Object.entries(BAD_FILE_NAMES).flatMap(([reason, names]) =>
    names.map((name) => ({ what: `a file name (${reason})`, body: named(`name="file"; filename="${name}"`) })),
  );
  const odd = ODD_FILE_NAMES.map((name) => ({
    what: `a file name ${name.slice(0, 30)}`,
    body: named(`name="file"; filename="${name}"`, name),
    isHarmless: true,
  }));
  // The parser treats an unclosed quote as closed at the end of the line, and ignores unknown headers.
  const open = ['a.txt', 'b.txt\r\nX-Injected: 1"', 'c.txt\r\n\r\nX-Injected: 1"'].map((name) => ({
    what: `a file name without end: ${name}`,
    body: named(`name="file"; filename="${name}`, name),
    isHarmless: true,
  }));
  const missing = [
    { what: 'no name', body: named('filename="a.txt"') },
    { what: 'nothing but the type', body: named('') },
  ];
  return [...bad, ...odd, ...open, ...missing];
}

function metadata(): HostileForm[] {
  const part = (json: string) => `Content-Disposition: form-data; name="metadata"\r\n\r\n${json}\r\n`;
  const bad = Object.entries(BAD_METADATA).flatMap(([reason, textVariants]) =>
    textVariants.map((json) => ({ what: `metadata (${reason}) ${json.slice(0, 40)}`, body: join(part(json), FILE) })),
  );
  const odd = ODD_METADATA.map((json) => ({
    what: `metadata ${json}`,
    body: join(FILE.replace('hello', json), part(json)),
    isHarmless: true,
  }));
  return [...bad, ...odd];
}
