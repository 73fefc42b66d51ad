/** Writes the files of one machine: `node write-files.ts db-1 /`. */
import { readMachines, writeFiles } from './machines.ts';

const [name, root] = process.argv.slice(2);
const machine = readMachines().find((one) => one.name === name);
if (machine === undefined || root === undefined) {
  process.stderr.write('Usage: node write-files.ts MACHINE FOLDER, with a machine of the file `machines`\n');
  process.exit(1);
}
writeFiles(machine, root);
