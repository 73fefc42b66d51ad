/** The languages that are highlighted, by the extension of a name. */
import { extensionOf } from '../../../ui/extension.ts';

const EXTENSIONS = {
  bash: 'sh bash zsh',
  c: 'c h',
  cpp: 'cc cpp cxx hpp',
  csharp: 'cs',
  css: 'css',
  diff: 'diff patch',
  go: 'go',
  html: 'html htm xhtml xht',
  ini: 'ini cfg conf properties',
  java: 'java',
  javascript: 'js mjs cjs',
  json: 'json jsonl geojson',
  jsx: 'jsx',
  kotlin: 'kt kts',
  lua: 'lua',
  markdown: 'md markdown',
  perl: 'pl pm',
  php: 'php',
  powershell: 'ps1',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  sql: 'sql',
  swift: 'swift',
  toml: 'toml',
  tsx: 'tsx',
  typescript: 'ts mts',
  xml: 'xml svg xsl xsd',
  yaml: 'yaml yml',
};

export type Language = keyof typeof EXTENSIONS;

const BY_EXTENSION = new Map(
  Object.entries(EXTENSIONS).flatMap(([language, names]) =>
    names.split(' ').map((name) => [name, language as Language] as const),
  ),
);

/** The language of a document with this name, or null. */
export const languageOf = (name: string): Language | null =>
  BY_EXTENSION.get(extensionOf(name).slice(1).toLowerCase()) ?? null;

/** The language of this name, as a block of code in Markdown has it: `ts` or `typescript`. */
export function languageNamed(name: string): Language | null {
  const key = name.toLowerCase();
  return BY_EXTENSION.get(key) ?? (Object.hasOwn(EXTENSIONS, key) ? (key as Language) : null);
}
