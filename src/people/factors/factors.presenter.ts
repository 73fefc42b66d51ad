import type { PasskeyRow } from '../passkeys/passkeys.queries.ts';
import { presentPasskey } from '../passkeys/passkeys.presenter.ts';
import type { Factors } from './factors.schema.ts';
import type { CodeSet } from './recovery-codes.queries.ts';
import type { TotpRow } from './totp.queries.ts';

type Rows = { passkeys: PasskeyRow[]; totp: TotpRow | undefined; codes: CodeSet | undefined };

/** The second factors of the caller, without keys and codes. */
export function presentFactors({ passkeys, totp, codes }: Rows): Factors {
  const confirmedAt = totp?.confirmedAt ?? null;
  return {
    Passkeys: passkeys.map(presentPasskey),
    Totp: confirmedAt === null ? null : { DateCreated: confirmedAt, LastUsed: totp?.lastUsedAt ?? null },
    RecoveryCodes: codes === undefined ? null : { DateCreated: codes.createdAt, Remaining: codes.remaining },
  };
}
