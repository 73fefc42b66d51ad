/** Imports the .eml files that earlier versions stored in DATA_DIR/outbox of one machine. */
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../platform/deps.ts';
import { unlessMissing } from '../../platform/blobs/disk/disk.ts';
import { adoptMessage } from './mails.queries.ts';

/** `2026-11-22T10-00-00.000Z-12.eml`: creation time and id of the mail. */
const NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)-(\d{1,15})\.eml$/;

/**
 * Moves the messages into the database, where every node finds them, and deletes their files. Keeps files of mails that
 * the database does not contain. Returns how many were imported.
 */
export async function importOutbox({ sql, config }: Pick<Deps, 'sql' | 'config'>): Promise<number> {
  if (config.smtpUrl !== null) return 0;
  const folder = join(config.dataDir, 'outbox');
  let imported = 0;
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    const [, hour, minute, second, mailId] = NAME.exec(name) ?? [];
    if (mailId === undefined) continue;
    const path = join(folder, name);
    const createdAt = new Date(`${hour}:${minute}:${second}`);
    const message = await unlessMissing(readFile(path));
    if (message === undefined || !(await adoptMessage(sql, { mailId: Number(mailId), createdAt, message }))) continue;
    await rm(path, { force: true });
    imported += 1;
  }
  return imported;
}
