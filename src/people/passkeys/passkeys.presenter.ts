import type { Static } from 'typebox';
import type { PasskeyRow } from './passkeys.queries.ts';
import type { PasskeySchema } from './passkeys.schema.ts';

/** A passkey without its key. */
export function presentPasskey(row: PasskeyRow): Static<typeof PasskeySchema> {
  return {
    PasskeyId: row.passkeyId,
    Name: row.name,
    Host: row.rpId,
    IsSyncable: row.isBackupEligible,
    IsSynced: row.isBackedUp,
    DateCreated: row.createdAt,
    LastUsed: row.lastUsedAt,
  };
}
