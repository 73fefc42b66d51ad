import { currentEnvironment, readConfig } from '../platform/config/config.ts';
import { type ShownVariable, showConfig } from '../platform/config/show-config.ts';
import { chooseUser } from '../platform/process/account.ts';
import { print, table } from './output.ts';

type Options = { json?: boolean };

/** Reads all variables and the files that they name; the first one that cannot be used ends the command with code 1. */
export async function checkConfigCommand(options: Options): Promise<void> {
  const { runAs } = readConfig();
  if (runAs !== null) await chooseUser(runAs);
  print(options, { IsValid: true }, ['The configuration is valid. carrel doctor checks what it leads to.']);
}

/** Prints every variable with its effective value, without secrets, and where it is set. */
export function showConfigCommand(options: Options): void {
  const shown = showConfig(readConfig(), currentEnvironment());
  print(
    options,
    shown.map(({ name, value, source }) => ({ Name: name, Value: value, Source: sourceOf(source) })),
    table(
      ['VARIABLE', 'VALUE', 'SET IN'],
      shown.map(({ name, value, source }) => [name, value ?? '-', sourceOf(source)]),
    ),
  );
}

function sourceOf(source: ShownVariable['source']): string {
  if (source === null) return 'default';
  return source === 'environment' ? source : source.file;
}
