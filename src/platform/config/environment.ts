/**
 * The values of the variables, wherever they are: in the environment, in files that `NAME_FILE` names, as systems for secrets offer
 * them, or in one file that CARREL_CONFIG names. The environment comes first.
 */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError, type Env, VARIABLES, VARIABLE_NAMES, type VariableName } from './variables.ts';

export const CONFIG_FILE = 'CARREL_CONFIG';

/** Where a variable is set: by itself, by `NAME_FILE`, or in a file; null: it has its default. */
export type Source = 'environment' | { file: string } | null;

/** The environment with the values of all files and without their names, and where each variable comes from. */
export type CompleteEnvironment = { env: Env; sources: Map<VariableName, Source> };

/** Reads the files that the environment names. A ConfigError names a file that cannot be read, or a variable that is set twice. */
export function completeEnvironment(outer: Env): CompleteEnvironment {
  const env: Env = { ...outer };
  const configFile = valueOf(outer, CONFIG_FILE);
  const inner = configFile === null ? {} : readConfigFile(configFile);
  const sources = new Map<VariableName, Source>();
  for (const name of VARIABLE_NAMES) {
    const found = find(outer, name, 'environment') ?? find(inner, name, { file: configFile ?? '' });
    sources.set(name, found?.source ?? null);
    if (found !== null) env[name] = found.value;
    delete env[`${name}_FILE`];
  }
  delete env[CONFIG_FILE];
  return { env, sources };
}

function find(env: Env, name: VariableName, own: Source): { value: string; source: Source } | null {
  const [value, file] = [valueOf(env, name), valueOf(env, `${name}_FILE`)];
  if (value !== null && file !== null) throw new ConfigError(`Set either ${name} or ${name}_FILE, not both.`);
  if (file !== null) return { value: read(`${name}_FILE`, file).trim(), source: { file } };
  return value === null ? null : { value, source: own };
}

/** A comment, or a name and a value: in quotation marks, which can go over several lines, or without `#`, which begins a comment. */
const LINE = /^(?:#.*|(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(?:"[^"]*"|'[^']*'|`[^`]*`|[^\s"'`#][^#\n]*?|)\s*(?:\s#.*)?)$/;

/** Stands for the end of a line inside quotation marks. */
const INNER_END = '\u2028';

// Node.js leaves out what it cannot read, and cuts values at `#`. A message has no part of the line, which can be a secret.
function assertReadable(path: string, text: string): void {
  const names = new Set<string>();
  const whole = text.replaceAll(/=\s*("[^"]*"|'[^']*'|`[^`]*`)/g, (value) => value.replaceAll('\n', INNER_END));
  let number = 1;
  for (const line of whole.split('\n')) {
    const found = LINE.exec(line.trim());
    if (found === null && line.trim() !== '')
      throw new ConfigError(`Line ${number} of ${path} is not NAME=value. Put values with # in quotation marks.`);
    const name = found?.[1];
    if (name !== undefined && names.has(name)) throw new ConfigError(`${path} sets ${name} twice.`);
    if (name !== undefined) names.add(name);
    number += line.split(INNER_END).length;
  }
}

function readConfigFile(path: string): Env {
  // Some editors write a mark of the byte order.
  const text = read(CONFIG_FILE, path).replace(/^\uFEFF/, '');
  assertReadable(path, text);
  const found: Env = parseEnv(text);
  const isKnown = (name: string) => name in VARIABLES || name.replace(/_FILE$/, '') in VARIABLES;
  const unknown = Object.keys(found).find((name) => !isKnown(name));
  if (unknown !== undefined) throw new ConfigError(`${path} sets ${unknown}, which is not a variable of Carrel.`);
  return found;
}

function read(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name}=${path} cannot be used: ${(error as Error).message}.`);
  }
}

function valueOf(env: Env, name: string): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
}
