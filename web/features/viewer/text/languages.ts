/** The languages that are highlighted, by the extension of a name. Each grammar is loaded when a document needs it. */
import type { LanguageInput } from '@shikijs/core';
import { extensionOf } from '../../../ui/extension.ts';

export const LANGUAGES = {
  bash: () => import('@shikijs/langs/bash'),
  c: () => import('@shikijs/langs/c'),
  cpp: () => import('@shikijs/langs/cpp'),
  csharp: () => import('@shikijs/langs/csharp'),
  css: () => import('@shikijs/langs/css'),
  diff: () => import('@shikijs/langs/diff'),
  go: () => import('@shikijs/langs/go'),
  html: () => import('@shikijs/langs/html'),
  ini: () => import('@shikijs/langs/ini'),
  java: () => import('@shikijs/langs/java'),
  javascript: () => import('@shikijs/langs/javascript'),
  json: () => import('@shikijs/langs/json'),
  jsx: () => import('@shikijs/langs/jsx'),
  kotlin: () => import('@shikijs/langs/kotlin'),
  lua: () => import('@shikijs/langs/lua'),
  markdown: () => import('@shikijs/langs/markdown'),
  perl: () => import('@shikijs/langs/perl'),
  php: () => import('@shikijs/langs/php'),
  powershell: () => import('@shikijs/langs/powershell'),
  python: () => import('@shikijs/langs/python'),
  ruby: () => import('@shikijs/langs/ruby'),
  rust: () => import('@shikijs/langs/rust'),
  sql: () => import('@shikijs/langs/sql'),
  swift: () => import('@shikijs/langs/swift'),
  toml: () => import('@shikijs/langs/toml'),
  tsx: () => import('@shikijs/langs/tsx'),
  typescript: () => import('@shikijs/langs/typescript'),
  xml: () => import('@shikijs/langs/xml'),
  yaml: () => import('@shikijs/langs/yaml'),
} satisfies Record<string, LanguageInput>;

export type Language = keyof typeof LANGUAGES;

const EXTENSIONS: Record<Language, string> = {
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
  return BY_EXTENSION.get(key) ?? (Object.hasOwn(LANGUAGES, key) ? (key as Language) : null);
}
