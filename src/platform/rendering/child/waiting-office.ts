/** A LibreOffice that waits for one document (decision 0076). */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { officeOptions, writeProfile } from './office-profile.ts';

const PAUSE_MS = 20;

/**
 * Starts LibreOffice with an empty document of our own: it then has loaded its libraries and those of Writer, and stays
 * after the next document is converted. Resolves when it accepts another command line for its profile. If it fails, that
 * command line starts LibreOffice itself.
 */
export async function startOffice(folder: string, soffice: string): Promise<void> {
  const [empty, ready] = ['empty.rtf', 'office.pid'].map((name) => join(folder, name)) as [string, string];
  await Promise.all([writeProfile(folder, soffice), writeFile(empty, '{\\rtf1 }')]);
  const office = spawn(soffice, [...officeOptions(folder), `--pidfile=${ready}`, empty], {
    cwd: folder,
    stdio: 'ignore',
  });
  // A program that cannot be started also gets an exit code.
  office.once('error', () => {});
  while (office.exitCode === null && office.signalCode === null && !existsSync(ready)) await sleep(PAUSE_MS);
}
