/**
 * The secret key of the service. Secrets that must be shown again but not stored, such as link references, are derived
 * from it. It is the same in all processes and on all machines, and part of every backup.
 */
import { type KeyObject, createHmac, createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, syncFolder, unlessMissing } from '../blobs/disk/disk.ts';

/** Where the key is stored unless the operator sets one. */
export function secretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

type KeyPlace = { secretKey: string | null; dataDir: string };

/** The configured key, otherwise the key file in DATA_DIR, which is created on first use. */
export async function loadSecretKey(config: KeyPlace): Promise<Buffer> {
  return (await findSecretKey(config)) ?? readKey(config, await makeKey(config.dataDir, secretKeyFile(config.dataDir)));
}

/** The same, or undefined if there is none yet. */
export async function findSecretKey(config: KeyPlace): Promise<Buffer | undefined> {
  if (config.secretKey !== null) return Buffer.from(config.secretKey);
  const text = await unlessMissing(readFile(secretKeyFile(config.dataDir), 'utf8'));
  return text === undefined ? undefined : readKey(config, text);
}

/**
 * Derives a secret that only the service can compute: HMAC-SHA-256 over a purpose and an input, cut to `bytes`.
 * Deterministic.
 */
export function deriveSecret(key: Buffer, purpose: string, input: Uint8Array, bytes = 32): Buffer {
  return createHmac('sha256', keyObject(key)).update(`carrel:${purpose}\0`).update(input).digest().subarray(0, bytes);
}

// Otherwise Node creates a key object from the bytes for every HMAC, which takes five times as long as the HMAC.
const keyObjects = new WeakMap<Buffer, KeyObject>();

function keyObject(key: Buffer): KeyObject {
  const known = keyObjects.get(key) ?? createSecretKey(key);
  keyObjects.set(key, known);
  return known;
}

function readKey({ dataDir }: KeyPlace, text: string): Buffer {
  if (text.trim().length >= 32) return Buffer.from(text.trim());
  throw new Error(`${secretKeyFile(dataDir)} contains no secret key. Restore it from a backup.`);
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
