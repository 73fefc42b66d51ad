/** Taking over the .eml files that earlier versions kept in DATA_DIR/outbox of one machine. */
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../platform/deps.ts';
import { unlessMissing } from '../../platform/blobs/disk.ts';
import { adoptMessage } from './mails.queries.ts';

/** `2026-11-22T10-00-00.000Z-12.eml`: when the mail was made, and its id. */
const NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)-(\d{1,15})\.eml$/;

/**
 * Puts the messages into the database, where every node finds them, and removes their files. Files of mails that the database
 * does not know any more stay. Returns how many were taken over.
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
