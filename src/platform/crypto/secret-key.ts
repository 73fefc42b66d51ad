/**
 * The secret key of the service. Secrets that must be shown again but not stored, such as link references, are derived
 * from it. It is the same in all processes and on all machines, and part of every backup.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, syncFolder, unlessMissing } from '../blobs/disk/disk.ts';

/** Where the key is stored unless the operator sets one. */
export function secretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

/** The configured key, otherwise the key file in DATA_DIR, which is created on first use. */
export async function loadSecretKey(config: { secretKey: string | null; dataDir: string }): Promise<Buffer> {
  if (config.secretKey !== null) return Buffer.from(config.secretKey);
  const path = secretKeyFile(config.dataDir);
  const text = (await unlessMissing(readFile(path, 'utf8'))) ?? (await makeKey(config.dataDir, path));
  if (text.trim().length < 32) throw new Error(`${path} contains no secret key. Restore it from a backup.`);
  return Buffer.from(text.trim());
}

/**
 * Derives a secret that only the service can compute: HMAC-SHA-256 over a purpose and an input, cut to `bytes`.
 * Deterministic.
 */
export function deriveSecret(key: Buffer, purpose: string, input: Uint8Array, bytes = 32): Buffer {
  return createHmac('sha256', key).update(`carrel:${purpose}\0`).update(input).digest().subarray(0, bytes);
}

// Creating a hard link is atomic and succeeds for only one of several processes that start at once. Returns the key
// that is stored now.
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
