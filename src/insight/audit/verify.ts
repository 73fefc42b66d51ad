/** Verifies that the activity log matches its seals. */
import type { Deps } from '../../platform/deps.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { Head } from './head.ts';
import { type KeptIn, checkHeads, readKept } from './check-heads.ts';
import { NO_SEAL, sealOf } from './seal.ts';
import { type Digest, type SealRow, countUnsealed, nextSealsWithDigests } from './seals.queries.ts';

const PAGE = 200;
/** Verification stops collecting after this many. */
const MAX_FINDINGS = 100;

/** An invalid seal; `ThroughId` and `AfterId` delimit the rows that it covers. */
export type SealFinding = {
  SealNumber: number;
  SealedAt: string;
  AfterId: number;
  ThroughId: number;
  Problem: string;
};

/** A seal noted elsewhere for a later check: its number and its value in hex. */
export type NotedSeal = { Number: number; Seal: string };

export type Verified = {
  DeploymentId: number;
  Seals: number;
  SealedRows: number;
  LastSeal: (NotedSeal & { SealedAt: string }) | null;
  UnsealedRows: number;
  /** The time of the oldest of them. */
  UnsealedSince: string | null;
  /** The last seals stored outside the database that are part of the chain. */
  Heads: (Pick<Head, 'Number' | 'WrittenAt' | 'Since'> & { Place: string })[];
  Broken: number;
  /** The first hundred findings. */
  Findings: SealFinding[];
};

/** The state of a verification: the result so far, and the last seal checked. */
export type Verification = { verified: Verified; last: { number: number; throughId: number; seal: string } };

/**
 * Reads the whole log of a deployment and compares it with its seals, the heads stored outside the database, and a
 * noted seal.
 */
export async function verifyActivity(
  deps: Deps,
  deploymentId: number,
  options: { noted?: NotedSeal; signal: AbortSignal },
): Promise<Verified> {
  let verification = beginVerification(deploymentId);
  const kept = await readKept(deps, deploymentId);
  for (;;) {
    options.signal.throwIfAborted();
    const { next, isAtEnd } = await verifyNext(deps, verification, options.noted, PAGE);
    verification = next;
    if (isAtEnd) return endVerification({ ...deps, kept }, verification, options.noted);
  }
}

/** A new verification. */
export function beginVerification(DeploymentId: number): Verification {
  const none = { Seals: 0, SealedRows: 0, LastSeal: null, UnsealedRows: 0, UnsealedSince: null, Heads: [] };
  const verified = { DeploymentId, ...none, Broken: 0, Findings: [] };
  return { verified, last: { number: 0, throughId: 0, seal: NO_SEAL.toString('hex') } };
}

/** Checks the next seals, at most `limit`, and their rows. */
export async function verifyNext(
  { sql, secretKey }: { sql: Db; secretKey: Buffer },
  { verified, last }: Verification,
  noted: NotedSeal | undefined,
  limit: number,
): Promise<{ next: Verification; isAtEnd: boolean }> {
  const seals = await nextSealsWithDigests(sql, verified.DeploymentId, last, limit);
  let next = { verified, last };
  for (const { stored, found } of seals) next = verifySeal(secretKey, next, stored, found, noted);
  return { next, isAtEnd: seals.length < limit };
}

/** The result of a verification, with the rows after the last seal. `kept`: the heads, read before the last step. */
export async function endVerification(
  { sql, clock, kept }: { sql: Db; clock: Deps['clock']; kept: KeptIn[] },
  { verified, last }: Verification,
  noted: NotedSeal | undefined,
): Promise<Verified> {
  const { rows, since } = await countUnsealed(sql, verified.DeploymentId, last.throughId);
  const { problems, sound } = await checkHeads(sql, verified.DeploymentId, kept, clock());
  if (noted !== undefined && noted.Number > last.number) {
    problems.push({
      number: noted.Number,
      problem: 'The noted seal does not exist: the end of the chain was truncated.',
    });
  }
  const Heads = sound.map(({ name: Place, head: { Number, WrittenAt, Since } }) => ({
    Place,
    Number,
    WrittenAt,
    Since,
  }));
  const end = { afterId: last.throughId, throughId: last.throughId, sealedAt: '' };
  let found: Verified = { ...verified, UnsealedRows: rows, UnsealedSince: since, Heads };
  for (const { number, problem } of problems) found = withFinding(found, { number, ...end }, problem);
  return found;
}

/** Parses a formatted seal, `12:` and 64 hexadecimal digits; undefined if malformed. */
export function parseNotedSeal(text: string): NotedSeal | undefined {
  const [, number, seal] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  return number === undefined || seal === undefined ? undefined : { Number: Number(number), Seal: seal.toLowerCase() };
}

function verifySeal(
  secretKey: Buffer,
  { verified, last }: Verification,
  stored: SealRow,
  found: Digest,
  noted: NotedSeal | undefined,
): Verification {
  const { number, throughId, sealedAt: SealedAt } = stored;
  const seal = stored.seal.toString('hex');
  const problem = problemOf(secretKey, verified.DeploymentId, stored, found, last) ?? problemWithNoted(stored, noted);
  const counted = {
    ...verified,
    Seals: verified.Seals + 1,
    SealedRows: verified.SealedRows + found.rows,
    LastSeal: { Number: number, Seal: seal, SealedAt },
  };
  const next = problem === undefined ? counted : withFinding(counted, stored, problem);
  return { verified: next, last: { number, throughId, seal } };
}

// Compares with the stored previous seal even if that one is invalid, so that only seals over changed rows are
// reported.
function problemOf(
  secretKey: Buffer,
  deploymentId: number,
  stored: SealRow,
  found: Digest,
  last: Verification['last'],
): string | undefined {
  if (stored.number !== last.number + 1) return `Seals ${last.number + 1} to ${stored.number - 1} are missing.`;
  if (found.rows < stored.rows) return `${stored.rows - found.rows} of its ${stored.rows} rows are missing.`;
  if (found.rows > stored.rows) return `${found.rows - stored.rows} rows were added among its ${stored.rows}.`;
  const holds = sealOf(secretKey, deploymentId, stored, found, Buffer.from(last.seal, 'hex')).equals(stored.seal);
  return holds ? undefined : 'Its rows or the seal were changed, or the secret key is different.';
}

function problemWithNoted(stored: SealRow, noted: NotedSeal | undefined): string | undefined {
  if (stored.number !== noted?.Number || stored.seal.toString('hex') === noted.Seal) return undefined;
  return 'It differs from the noted seal: the chain was recreated.';
}

function withFinding(
  verified: Verified,
  seal: Pick<SealRow, 'number' | 'sealedAt' | 'afterId' | 'throughId'>,
  Problem: string,
): Verified {
  const { number: SealNumber, sealedAt: SealedAt, afterId: AfterId, throughId: ThroughId } = seal;
  const finding = { SealNumber, SealedAt, AfterId, ThroughId, Problem };
  const Findings = verified.Findings.length < MAX_FINDINGS ? [...verified.Findings, finding] : verified.Findings;
  return { ...verified, Broken: verified.Broken + 1, Findings };
}
