import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Issue } from './codes.ts';
import { type VisitedShare, isAdmitted } from '../visits/visits.queries.ts';

/** A recipient of a share, with the last issued code and when it was last sent. */
export type CodeRecipient = Issue & { email: string; codeSentAt: string | null };

/** How a visitor is identified: by the key of a personal link, or by an address. */
export type Claim = { keyHash: Buffer } | { email: string };

/** The recipient of the share, if it is admitted now. Indexes: share_recipients_key, share_recipients_share. */
export async function findRecipient(
  sql: Db,
  share: Pick<VisitedShare, 'deploymentId' | 'shareId' | 'allowedDomains'>,
  claim: Claim,
): Promise<CodeRecipient | undefined> {
  const [row] = await sql<CodeRecipient[]>`
    select recipient_id as "recipientId", email, code_issue as "codeIssue", code_issued_at as "codeIssuedAt",
      code_sent_at as "codeSentAt"
    from share_recipients
    where ${'email' in claim ? sql`email = ${claim.email}` : sql`key_hash = ${claim.keyHash}`}
      and deployment_id = ${share.deploymentId} and share_id = ${share.shareId} and ${isAdmitted(sql, share)}`;
  return row;
}

/**
 * Adds a recipient with an address in an allowed domain, unless the share has `max` of them. Addresses that have
 * not opened it and have no code issued after `deadBefore` do not count, because strangers can invent addresses.
 */
export async function joinRecipients(
  tx: Tx,
  { deploymentId, shareId }: Pick<VisitedShare, 'deploymentId' | 'shareId'>,
  {
    email,
    key,
    max,
    deadBefore,
  }: { email: string; key: { salt: Buffer; hash: Buffer }; max: number; deadBefore: Date },
): Promise<void> {
  await tx`
    insert into share_recipients (deployment_id, share_id, email, key_salt, key_hash, has_joined)
    select ${deploymentId}, ${shareId}, ${email}, ${key.salt}, ${key.hash}, true
    where (
      select count(*) from share_recipients
      where deployment_id = ${deploymentId} and share_id = ${shareId} and has_joined
        and (first_opened_at is not null or code_issued_at > ${deadBefore})
    ) < ${max}
    on conflict (deployment_id, share_id, email) do nothing`;
}

/**
 * Deletes addresses in allowed domains that were never verified, with the last code issued before the time. Index:
 * share_recipients_unproved.
 */
export async function deleteUnproved(sql: Db, issuedBefore: Date): Promise<void> {
  await sql`
    delete from share_recipients
    where has_joined and first_opened_at is null and (code_issued_at is null or code_issued_at < ${issuedBefore})`;
}

/**
 * Issues the next code unless the last was issued after `deadBefore`. Of two concurrent calls one succeeds; returns
 * whether this one did.
 */
export async function issueCode(
  tx: Tx,
  { deploymentId, recipientId }: { deploymentId: number; recipientId: number },
  { now, deadBefore }: { now: Date; deadBefore: Date },
): Promise<boolean> {
  const { count } = await tx`
    update share_recipients set code_issue = code_issue + 1, code_issued_at = ${now}
    where deployment_id = ${deploymentId} and recipient_id = ${recipientId}
      and (code_issued_at is null or code_issued_at <= ${deadBefore})`;
  return count > 0;
}

/** Uses up the last issued code. Of two concurrent calls one succeeds; returns whether this one did. */
export async function consumeCode(
  sql: Db,
  { deploymentId }: Pick<VisitedShare, 'deploymentId'>,
  { recipientId, codeIssue }: Issue,
): Promise<boolean> {
  const { count } = await sql`
    update share_recipients set code_issued_at = null
    where deployment_id = ${deploymentId} and recipient_id = ${recipientId} and code_issue = ${codeIssue}
      and code_issued_at is not null`;
  return count > 0;
}

export type SendableCode = Issue & { email: string; creatorName: string };

/**
 * Records that the code is sent for the request made at that time; undefined if it was already sent for it or is not
 * needed: used, expired, or the share has ended.
 */
export async function claimSending(
  tx: Tx,
  { deploymentId, recipientId }: { deploymentId: number; recipientId: number },
  { requestedAt, now, deadBefore }: { requestedAt: Date; now: Date; deadBefore: Date },
): Promise<SendableCode | undefined> {
  const [row] = await tx<SendableCode[]>`
    update share_recipients r set code_sent_at = ${requestedAt}
    from shares s join users u on u.deployment_id = s.deployment_id and u.user_id = s.created_by
    where r.deployment_id = ${deploymentId} and r.recipient_id = ${recipientId}
      and (r.code_sent_at is null or r.code_sent_at < ${requestedAt}) and r.code_issued_at > ${deadBefore}
      and s.deployment_id = r.deployment_id and s.share_id = r.share_id and s.revoked_at is null
      and (s.expires_at is null or s.expires_at > ${now})
    returning r.recipient_id as "recipientId", r.email, r.code_issue as "codeIssue", r.code_issued_at as "codeIssuedAt",
      u.name as "creatorName"`;
  return row;
}
