/** Checks whether the heads stored outside the database are part of the chain in it. */
import type { Deps } from '../../platform/deps.ts';
import type { Db } from '../../platform/db/connection.ts';
import { oneLine } from '../../platform/values/one-line.ts';
import type { Head, KeptHead } from './head.ts';
import { type HeadPlace, findHeadPlaces } from './head-places.ts';
import { findSeal, findSequences } from './heads.queries.ts';
import { findLastSeal } from './seals.queries.ts';

/** A head should be stored within a minute; a longer outage of a store or disk than this is reported. */
const LATE_MS = 60 * 60 * 1000;

/** A place's head for a deployment, and `expected`, the sequence last written to it. */
export type KeptIn = Pick<HeadPlace, 'name' | 'id' | 'earlierId'> & {
  head: KeptHead;
  expected: number;
  error?: string;
};

/** A problem and the number of its seal. */
export type HeadProblem = { number: number; problem: string };

/** A place whose head is part of the chain. */
type SoundPlace = KeptIn & { head: Head };

/**
 * Reads the head of every place. Sequences are read before heads and heads before the chain, so that a worker sealing
 * at the same time makes no difference.
 */
export async function readKept(deps: Deps, deploymentId: number): Promise<KeptIn[]> {
  const sequences = await findSequences(deps.sql, deploymentId);
  const kept: KeptIn[] = [];
  for (const place of await findHeadPlaces(deps)) {
    const { name, id, earlierId = id } = place;
    const expected = Math.max(sequences.get(id) ?? 0, sequences.get(earlierId) ?? 0);
    const known = { name, id, earlierId, expected };
    try {
      kept.push({ ...known, head: await place.last(deploymentId) });
    } catch (error) {
      kept.push({ ...known, head: undefined, error: oneLine(error) });
    }
  }
  return kept;
}

/** The problems of a deployment's heads, the places with valid heads, and the readable heads. */
export async function checkHeads(
  sql: Db,
  deploymentId: number,
  kept: KeptIn[],
  now: Date,
): Promise<{ problems: HeadProblem[]; sound: SoundPlace[] }> {
  const last = (await findLastSeal(sql, deploymentId))?.number ?? 0;
  const problems: HeadProblem[] = [];
  const sound: SoundPlace[] = [];
  for (const place of kept) {
    const problem = await problemIn(sql, deploymentId, place, last);
    if (problem !== undefined) problems.push(problem);
    else if (isHead(place)) sound.push(place);
  }
  const common = problems.length > 0 ? undefined : await problemOfAll(sql, deploymentId, { sound, last, now });
  return { problems: common === undefined ? problems : [common], sound };
}

/** The problem of one place; undefined if its head is valid or nothing was ever stored there. */
export async function problemIn(
  sql: Db,
  deploymentId: number,
  { name, id, earlierId, head, expected, error }: KeptIn,
  lastNumber: number,
): Promise<HeadProblem | undefined> {
  const about = (problem: string, number = lastNumber) => ({ number, problem });
  if (error !== undefined) return about(`The seals stored in ${name} could not be read: ${error}`);
  if (head === 'forged') return about(`The last record in ${name} was forged, or written with another secret key.`);
  if (head === undefined) return expected === 0 ? undefined : about(`The seals stored in ${name} are gone.`);
  if (![id, earlierId].includes(head.Place) || head.Deployment !== deploymentId) {
    return about(`The last record in ${name} was copied there from another place.`, head.Number);
  }
  if (head.Sequence < expected) {
    const missing = `The last ${expected - head.Sequence} records in ${name} are missing`;
    return about(`${missing}: they were removed, or an older copy was put in their place.`, head.Number);
  }
  return problemWith(sql, head, name, lastNumber);
}

async function problemWith(sql: Db, head: Head, name: string, lastNumber: number): Promise<HeadProblem | undefined> {
  const { Number: number, WrittenAt } = head;
  const kept = `Seal ${number} was kept in ${name} at ${WrittenAt}`;
  const cause = 'the end of the log was truncated, or the database was replaced by an older backup';
  const stored = await findSeal(sql, head.Deployment, number);
  if (stored === undefined) return { number, problem: `${kept}, but the log ends with seal ${lastNumber}: ${cause}.` };
  if (stored.seal === head.Seal) return undefined;
  return { number, problem: `${kept} with another value: ${cause}, and the log was sealed again.` };
}

async function problemOfAll(
  sql: Db,
  deploymentId: number,
  { sound, last, now }: { sound: SoundPlace[]; last: number; now: Date },
): Promise<HeadProblem | undefined> {
  if (last === 0) return undefined;
  const acceptable = 'If you know why, run carrel audit accept.';
  const newest = sound.map(({ head }) => head).sort((a, b) => b.Number - a.Number)[0];
  if (newest === undefined) {
    return {
      number: last,
      problem: `No seal is kept outside of the database: none was kept yet, or all were removed. ${acceptable}`,
    };
  }
  if (!sound.some(({ head }) => head.Since.Number <= 1 || head.Since.IsAccepted)) {
    const { Number: number, At } = newest.Since;
    const problem = `Seals are kept outside of the database only since seal ${number} of ${At}: earlier ones were removed, or never kept.`;
    return { number, problem: `${problem} ${acceptable}` };
  }
  const next = await findSeal(sql, deploymentId, newest.Number + 1);
  if (next === undefined || now.getTime() - Date.parse(next.sealedAt) < LATE_MS) return undefined;
  return {
    number: newest.Number + 1,
    problem: `Seals after ${newest.Number} are not kept outside of the database, the first of ${next.sealedAt}: the worker cannot write them, or it runs with another DATA_DIR.`,
  };
}

function isHead(place: KeptIn): place is SoundPlace {
  return place.head !== undefined && place.head !== 'forged';
}
