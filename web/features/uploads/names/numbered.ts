import { extensionOf } from '../../../ui/extension.ts';

/** `Plan (2).pdf` for `Plan.pdf`, then `Plan (3).pdf`. Only the last part of a path changes. Folders have no extension. */
export function numbered(path: string, kind: 'folder' | 'document' = 'document'): string {
  const start = path.lastIndexOf('/') + 1;
  const name = path.slice(start);
  const extension = kind === 'document' ? extensionOf(name) : '';
  const stem = name.slice(0, name.length - extension.length);
  const [, plain = stem, number = '1'] = /^(.*) \((\d{1,6})\)$/s.exec(stem) ?? [];
  return `${path.slice(0, start)}${plain} (${Number(number) + 1})${extension}`;
}
