/** The machines of the example and their files, for themselves or all on one machine. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const HERE = import.meta.dirname;

export type Machine = { name: string; address: string; services: string[] };
/** Changes every text on its way to a machine. */
export type Change = (text: string) => string;

/** The table in the file `machines`. */
export function readMachines(): Machine[] {
  const lines = readFileSync(join(HERE, 'machines'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name = '', address = '', ...services] = line.split(/\s+/).filter((word) => word !== '');
    return name === '' || name.startsWith('#') ? [] : [{ name, address, services }];
  });
}

/** The path and the text of each file of a machine, below `etc/`. */
export function filesOf(machine: Machine): { path: string; text: string }[] {
  const paths = globSync('etc/**/*', { cwd: HERE, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return paths
    .filter((path) => machine.services.some((service) => path.includes(service)))
    .map((path) => ({ path: path.slice(HERE.length + 1), text: fill(readFileSync(path, 'utf8'), machine) }));
}

/** Writes a machine's files below `root`. */
export function writeFiles(machine: Machine, root: string, change: Change = (text) => text): void {
  for (const { path, text } of filesOf(machine)) {
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, change(text));
  }
}

function fill(text: string, { name, address }: Machine): string {
  return text.replaceAll('{{name}}', name).replaceAll('{{address}}', address);
}
