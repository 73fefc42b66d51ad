/**
 * The secret key of the service: what must be shown again but not stored (references of links) is derived from it. It is
 * the same in all processes and on all machines, and part of every backup.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, syncFolder, unlessMissing } from '../blobs/disk.ts';

/** Where the key is kept when the operator sets none. */
export function secretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

/** The key that is configured, or else that of DATA_DIR, which is made the first time. */
export async function loadSecretKey(config: { secretKey: string | null; dataDir: string }): Promise<Buffer> {
  if (config.secretKey !== null) return Buffer.from(config.secretKey);
  const path = secretKeyFile(config.dataDir);
  const text = (await unlessMissing(readFile(path, 'utf8'))) ?? (await makeKey(config.dataDir, path));
  if (text.trim().length < 32) throw new Error(`${path} holds no secret key; put it back from a backup.`);
  return Buffer.from(text.trim());
}

/**
 * A secret that only the service can make: HMAC-SHA-256 over a purpose and what it is for, cut to `bytes`. Equal input
 * gives an equal secret.
 */
export function deriveSecret(key: Buffer, purpose: string, input: Uint8Array, bytes = 32): Buffer {
  return createHmac('sha256', key).update(`carrel:${purpose}\0`).update(input).digest().subarray(0, bytes);
}

// A link appears whole and for one only, also when several processes start at once. Returns the key that is now there.
async function makeKey(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const fresh = `${path}.${randomUUID()}`;
  try {
    await writeFile(fresh, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', flush: true, mode: 0o600 });
    await link(fresh, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(fresh, { force: true });
  }
  await syncFolder(dataDir);
  return readFile(path, 'utf8');
}
