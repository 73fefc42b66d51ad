/**
 * The policy table of sharing: who can do what with a share (docs/api/shares.md#operations; decision 0067).
 * `shares.access.ts` enforces it. Creating a share is an operation on its item, in the policy table of the library.
 */
import type { OperationOn } from '../../library/rights/library.policy.ts';

/** `unbound`: people whom denials do not bind on the item. */
type Party = 'creator' | 'manager' | 'unbound';

/** Everybody's shares of an item are managed by the people with this operation on it. */
export const MANAGER: OperationOn<'folder'> & OperationOn<'document'> = 'ManageShares';

export type ShareRequirement = {
  /** Any of these. */
  by: readonly Party[];
  /** Site admins only. */
  role?: 'siteAdmin';
  /** The actor must still be able to create such a share. */
  asCreated?: true;
  /** 409 while the share is Pending: its mails are queued with its present state. */
  isPrepared?: true;
};

export const SHARE_POLICY = {
  View: { by: ['creator', 'manager'] },
  // For others the link could bypass denials below the item (decision 0031).
  ViewLink: { by: ['creator', 'unbound'] },
  ViewRecipients: { by: ['creator'] },
  Change: { by: ['creator'], asCreated: true, isPrepared: true },
  // Limits only; the other changes are for the creator.
  ChangeLimits: { by: ['creator', 'manager'], role: 'siteAdmin' },
  Notify: { by: ['creator'], asCreated: true, isPrepared: true },
  Revoke: { by: ['creator', 'manager'] },
  // By an address that requires no access to the item.
  RevokeOwn: { by: ['creator'] },
} as const satisfies Record<string, ShareRequirement>;

export type ShareOperation = keyof typeof SHARE_POLICY;

/** The operation on the item that creating such a share requires. */
export function creationOf(share: { allowUpload: boolean; allowEdit: boolean }): 'Share' | 'ShareWritable' {
  return share.allowUpload || share.allowEdit ? 'ShareWritable' : 'Share';
}
