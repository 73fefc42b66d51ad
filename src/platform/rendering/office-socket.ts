/** The socket of LibreOffice, which stays in /tmp when LibreOffice is killed. */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { profileOf } from './child/office-profile.ts';
import { NOBODY } from './isolation/sandboxes.ts';

/** LibreOffice ignores TMPDIR for it. */
const FOLDER = '/tmp';

/**
 * The end of its name: the MD5 of the address of the profile in UTF-16, each byte without leading zero
 * (LibreOffice, desktop/source/app/officeipcthread.cxx). Before that is the id of the user who runs it.
 */
export function socketNameOf(folder: string): string {
  const address = Buffer.from(pathToFileURL(profileOf(folder)).href, 'utf16le');
  const digits = Array.from(createHash('md5').update(address).digest(), (byte) => byte.toString(16));
  return `_SingleOfficeIPC_${digits.join('')}`;
}

/** Removes the socket of a LibreOffice that has ended, if there is one outside the sandbox. */
export async function removeOfficeSocket(folder: string): Promise<void> {
  for (const uid of new Set([process.geteuid?.(), NOBODY]))
    await rm(join(FOLDER, `OSL_PIPE_${uid}${socketNameOf(folder)}`), { force: true });
}
