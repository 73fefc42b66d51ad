/** The header of a form part (RFC 7578, 4.2). */
import { malformedForm } from './malformed-form.ts';

/** `fileName` is set, as sent, if the part is a file; it may be empty. */
export type PartHead = { name: string; fileName: string | undefined };

// A backslash escapes only quotes and itself: browsers send paths and names with bare backslashes.
const PARAMETER = /; *([\w*]+)=(?:"((?:\\["\\]|[^"])*)"?|([^;]*))/g;

/** Reads the name and file name of a part. 400 if the header is malformed. */
export function readPartHead(head: Buffer): PartHead {
  const found = parametersOf(head.toString('latin1').split('\r\n'));
  const name = found.get('name');
  if (name === undefined) throw malformedForm();
  const fileName = found.get('filename');
  return {
    name: decode(name),
    fileName: exactName(found.get('filename*')) ?? (fileName === undefined ? undefined : decode(fileName)),
  };
}

// One character per byte. Line ends inside a line would allow header injection.
function parametersOf(lines: string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of lines) {
    if (/[\r\n]/.test(line)) throw malformedForm();
    const [, parameters = ''] = /^content-disposition: *form-data *(;.*)$/i.exec(line) ?? [];
    for (const [, key = '', quoted, plain = ''] of parameters.matchAll(PARAMETER)) {
      found.set(key.toLowerCase(), quoted?.replaceAll(/\\(["\\])/g, '$1') ?? plain.trim());
    }
  }
  return found;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

// Old clients send names in Latin-1, and such text with letters beyond ASCII is unlikely to be valid UTF-8 by chance.
function decode(latin1: string): string {
  try {
    return utf8.decode(Buffer.from(latin1, 'latin1'));
  } catch {
    return latin1;
  }
}

// RFC 8187; an unreadable value falls back to the plain form.
function exactName(parameter = ''): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(parameter) ?? [];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
