/** The head of a form's part: who it is (RFC 7578, 4.2). */
import { malformedForm } from './form.errors.ts';

/** `fileName` is there where the part says that it is a file, as it was sent, and may be empty. */
export type PartHead = { name: string; fileName: string | undefined };

// A backslash escapes a quote or itself only: browsers send paths and names with bare ones.
const PARAMETER = /; *([\w*]+)=(?:"((?:\\["\\]|[^"])*)"?|([^;]*))/g;

/** Reads name and file name out of the head's bytes. 400 if it is not the head of a form's part. */
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

// Each byte is a character. A line's end within a line is how heads are smuggled in.
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

// Old clients send names in Latin-1, and no text of theirs with letters beyond ASCII is likely to be UTF-8 by chance.
function decode(latin1: string): string {
  try {
    return utf8.decode(Buffer.from(latin1, 'latin1'));
  } catch {
    return latin1;
  }
}

// RFC 8187; what cannot be read gives way to the plain form.
function exactName(parameter = ''): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(parameter) ?? [];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
