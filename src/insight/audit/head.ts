/** The head of a seal chain as stored outside the database (decision 0052). Pure. */
import { timingSafeEqual } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { deriveSecret } from '../../platform/crypto/secret-key.ts';

const hex = (bytes: number) => Type.String({ pattern: `^[0-9a-f]{${2 * bytes}}$` });
const HeadSchema = Type.Object({
  Deployment: Type.Integer(),
  /** The DATA_DIR or bucket that it was written to. */
  Place: Type.String(),
  /** 1 for the first head of the deployment in this place. */
  Sequence: Type.Integer(),
  /** Number of the seal; 0 if there was none. */
  Number: Type.Integer(),
  Seal: hex(32),
  WrittenAt: Type.String(),
  /** The first stored seal, or the one with which an operator accepted the current log. */
  Since: Type.Object({ Number: Type.Integer(), At: Type.String(), IsAccepted: Type.Boolean() }),
});
const LineSchema = Type.Object({ ...HeadSchema.properties, Mac: hex(32) });

export type Head = Static<typeof HeadSchema>;

/** The last record of a place; `forged` if it was not written with this secret key. */
export type KeptHead = Head | 'forged' | undefined;

/** Formats a head as one line of JSON with a MAC that only the service can compute. */
export function formatHead(secretKey: Buffer, head: Head): string {
  return JSON.stringify({ ...head, Mac: macOf(secretKey, head).toString('hex') });
}

/** Parses a line; undefined if it is torn or malformed. */
export function parseHead(secretKey: Buffer, line: string): KeptHead {
  const parsed = parse(line);
  if (parsed === undefined) return undefined;
  if (!Value.Check(LineSchema, parsed)) return 'forged';
  const { Mac, ...head } = parsed;
  return timingSafeEqual(Buffer.from(Mac, 'hex'), macOf(secretKey, head)) ? head : 'forged';
}

function macOf(secretKey: Buffer, head: Head): Buffer {
  const { Deployment, Place, Sequence, Number, Seal, WrittenAt, Since } = head;
  const signed = [Deployment, Place, Sequence, Number, Seal, WrittenAt, Since.Number, Since.At, Since.IsAccepted];
  return deriveSecret(secretKey, 'activity-head', Buffer.from(JSON.stringify(signed)));
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
