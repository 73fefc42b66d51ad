/** Parts of every change of second factors. The caller has locked the user's row. */
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';
import { enqueueMail } from '../../core/mails/mails.steps.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { assertFactorRemovable } from '../factor-rule/factor-rule.steps.ts';
import { deletePasskeys } from '../passkeys/passkeys.queries.ts';
import { type FactorNotice, renderFactorEmail } from './factors.emails.ts';
import { listFactorMethods } from './factors.queries.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { deleteCodes, findCodeSet, replaceCodes, useCode } from './recovery-codes.queries.ts';
import { deleteTotp } from './totp.queries.ts';

type Owner = UserKey & { name: string; email: string };

/** Creates a new set of recovery codes, which is shown only once. */
export async function createCodes(tx: Tx, { secretKey }: Pick<Deps, 'secretKey'>, user: UserKey, now: Date) {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(secretKey, user, code));
  await replaceCodes(tx, user, hashes, now);
  return codes;
}

/** Uses up a recovery code and informs the person; false if it is wrong or was used. */
export async function useRecoveryCode(
  tx: Tx,
  deps: Pick<Deps, 'secretKey'>,
  user: Owner,
  { code, now }: { code: string; now: Date },
): Promise<boolean> {
  if (!(await useCode(tx, user, hashRecoveryCode(deps.secretKey, user, code), now))) return false;
  const remaining = (await findCodeSet(tx, user))?.remaining ?? 0;
  await mailFactorNotice(tx, user, { kind: 'codeUsed', remaining }, now);
  return true;
}

/**
 * After a factor was removed: deletes the recovery codes if no factor is left. Returns whether it was the last; 409 if it was
 * and the person must have one.
 */
export async function deleteUnneededCodes(tx: Tx, user: UserKey): Promise<boolean> {
  if ((await listFactorMethods(tx, user)).length > 0) return false;
  await assertFactorRemovable(tx, user);
  await deleteCodes(tx, user);
  return true;
}

/** Deletes all factors and codes of the person. */
export async function deleteFactors(tx: Tx, user: UserKey): Promise<void> {
  await deletePasskeys(tx, user);
  await deleteTotp(tx, user);
  await deleteCodes(tx, user);
}

/** Mails the person what happened to their factors. */
export async function mailFactorNotice(tx: Tx, owner: Owner, notice: FactorNotice, now: Date): Promise<void> {
  const { deploymentId } = owner;
  const { Branding } = await readSettings(tx, deploymentId);
  const email = renderFactorEmail(Branding, owner, notice);
  await enqueueMail(tx, { deploymentId, to: owner.email, ...email, topic: null, now });
}
