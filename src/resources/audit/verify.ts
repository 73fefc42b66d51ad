/** Whether the activity log is what was sealed. */
import type { Deps } from '../../deps.ts';
import type { Sql } from '../../platform/db/connection.ts';
import { NO_SEAL, sealOf } from './seal.ts';
import { type Digest, type SealRow, countUnsealed, nextSealsWithDigests } from './seals.queries.ts';

const PAGE = 200;
/** After so many it is clear that something is wrong. */
const MAX_FINDINGS = 100;

/** A seal that does not hold; `ThroughId` and `AfterId` say which rows it covers, or would. */
export type Finding = {
  SealNumber: number;
  SealedAt: string;
  AfterId: number;
  ThroughId: number;
  Problem: string;
};

/** A seal as it is noted elsewhere, to be asked for again: its number and its value in hex. */
export type NotedSeal = { Number: number; Seal: string };

export type Verified = {
  DeploymentId: number;
  Seals: number;
  SealedRows: number;
  LastSeal: (NotedSeal & { SealedAt: string }) | null;
  UnsealedRows: number;
  /** When the oldest of them happened. */
  UnsealedSince: string | null;
  Broken: number;
  /** The first hundred of them. */
  Findings: Finding[];
};

/** Reads the whole log of a deployment and compares it with its seals, and these with one that was noted. */
export async function verifyActivity(
  { sql, secretKey }: Pick<Deps, 'sql' | 'secretKey'>,
  deploymentId: number,
  options: { noted?: NotedSeal; signal: AbortSignal },
): Promise<Verified> {
  const verified = emptyResult(deploymentId);
  let last: { number: number; throughId: number; seal: Buffer } = { number: 0, throughId: 0, seal: NO_SEAL };
  const { noted, signal } = options;
  for await (const { stored, found } of allSeals(sql, deploymentId, signal)) {
    const problem = problemOf(secretKey, deploymentId, stored, found, last) ?? problemWithNoted(stored, noted);
    if (problem !== undefined) add(verified, stored, problem);
    verified.Seals += 1;
    verified.SealedRows += found.rows;
    verified.LastSeal = { Number: stored.number, Seal: stored.seal.toString('hex'), SealedAt: stored.sealedAt };
    last = stored;
  }
  if (noted !== undefined && noted.Number > last.number) {
    const missing = { number: noted.Number, afterId: last.throughId, throughId: last.throughId, sealedAt: '' };
    add(verified, missing, 'The seal that was noted is not there: the end of the chain was cut off.');
  }
  const { rows, since } = await countUnsealed(sql, deploymentId, last.throughId);
  return { ...verified, UnsealedRows: rows, UnsealedSince: since };
}

async function* allSeals(sql: Sql, deploymentId: number, signal: AbortSignal) {
  let after = { number: 0, throughId: 0 };
  for (;;) {
    signal.throwIfAborted();
    const seals = await nextSealsWithDigests(sql, deploymentId, after, PAGE);
    yield* seals;
    const end = seals.at(-1);
    if (end === undefined || seals.length < PAGE) return;
    after = end.stored;
  }
}

// The stored seal before it counts, even if it does not hold itself: so only those are named that cover what was changed.
function problemOf(
  secretKey: Buffer,
  deploymentId: number,
  stored: SealRow,
  found: Digest,
  last: { number: number; seal: Buffer },
): string | undefined {
  if (stored.number !== last.number + 1) return `Seals ${last.number + 1} to ${stored.number - 1} are missing.`;
  if (found.rows < stored.rows) return `${stored.rows - found.rows} of its ${stored.rows} rows are missing.`;
  if (found.rows > stored.rows) return `${found.rows - stored.rows} rows were added among its ${stored.rows}.`;
  const holds = sealOf(secretKey, deploymentId, stored, found, last.seal).equals(stored.seal);
  return holds ? undefined : 'Its rows were changed, or the seal was, or the secret key is another.';
}

function problemWithNoted(stored: SealRow, noted: NotedSeal | undefined): string | undefined {
  if (stored.number !== noted?.Number || stored.seal.toString('hex') === noted.Seal) return undefined;
  return 'It is not the seal that was noted: the chain was made anew.';
}

function add(
  verified: Verified,
  seal: Pick<SealRow, 'number' | 'sealedAt' | 'afterId' | 'throughId'>,
  Problem: string,
) {
  verified.Broken += 1;
  if (verified.Findings.length === MAX_FINDINGS) return;
  const { number: SealNumber, sealedAt: SealedAt, afterId: AfterId, throughId: ThroughId } = seal;
  verified.Findings.push({ SealNumber, SealedAt, AfterId, ThroughId, Problem });
}

function emptyResult(DeploymentId: number): Verified {
  const none = { Seals: 0, SealedRows: 0, LastSeal: null, UnsealedRows: 0, UnsealedSince: null };
  return { DeploymentId, ...none, Broken: 0, Findings: [] };
}
