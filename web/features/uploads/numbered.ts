/** `Plan (2).pdf` for `Plan.pdf`, and `Plan (3).pdf` for that; only the last part of a path changes. Folders have no extension. */
export function numbered(path: string, kind: 'folder' | 'document' = 'document'): string {
  const start = path.lastIndexOf('/') + 1;
  const name = path.slice(start);
  const dot = kind === 'document' ? name.lastIndexOf('.') : -1;
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const [, plain = stem, number = '1'] = /^(.*) \((\d{1,6})\)$/s.exec(stem) ?? [];
  return `${path.slice(0, start)}${plain} (${Number(number) + 1})${extension}`;
}
