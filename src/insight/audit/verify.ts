/** Whether the activity log is what was sealed. */
import type { Deps } from '../../platform/deps.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { Head } from './head.ts';
import { type KeptIn, checkHeads, readKept } from './heads.check.ts';
import { NO_SEAL, sealOf } from './seal.ts';
import { type Digest, type SealRow, countUnsealed, nextSealsWithDigests } from './seals.queries.ts';

const PAGE = 200;
/** After so many it is clear that something is wrong. */
const MAX_FINDINGS = 100;

/** A seal that does not hold; `ThroughId` and `AfterId` say which rows it covers, or would. */
export type SealFinding = {
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
  /** The last seals that are kept outside of the database and are part of the chain. */
  Heads: (Pick<Head, 'Number' | 'WrittenAt' | 'Since'> & { Place: string })[];
  Broken: number;
  /** The first hundred of them. */
  Findings: SealFinding[];
};

/** How far a verification is: what was found so far, and the last seal that was looked at. */
export type Verification = { verified: Verified; last: { number: number; throughId: number; seal: string } };

/**
 * Reads the whole log of a deployment and compares it with its seals, and these with the heads that are kept outside of the
 * database and with a seal that was noted.
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

/** A verification that has looked at nothing yet. */
export function beginVerification(DeploymentId: number): Verification {
  const none = { Seals: 0, SealedRows: 0, LastSeal: null, UnsealedRows: 0, UnsealedSince: null, Heads: [] };
  const verified = { DeploymentId, ...none, Broken: 0, Findings: [] };
  return { verified, last: { number: 0, throughId: 0, seal: NO_SEAL.toString('hex') } };
}

/** Looks at the next seals, at most `limit`, and at the rows that they cover. */
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

/** The result of a verification, with what follows the last seal. `kept`: the heads, read before the last step. */
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
      problem: 'The seal that was noted is not there: the end of the chain was cut off.',
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

/** A seal as it is printed, `12:` and 64 hexadecimal digits; undefined if the text is none. */
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

// The stored seal before it counts, even if it does not hold itself: so only those are named that cover what was changed.
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
  return holds ? undefined : 'Its rows were changed, or the seal was, or the secret key is another.';
}

function problemWithNoted(stored: SealRow, noted: NotedSeal | undefined): string | undefined {
  if (stored.number !== noted?.Number || stored.seal.toString('hex') === noted.Seal) return undefined;
  return 'It is not the seal that was noted: the chain was made anew.';
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
