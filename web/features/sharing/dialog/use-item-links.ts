import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessLink, OwnShare, Place } from '../../../api/answers.ts';
import type { ItemKey } from '../../../api/keys.ts';
import { listAccessLinks } from '../../../api/permissions.ts';
import { listOwnSharesOf, revokeShareOf } from '../../../api/sharing.ts';
import { shareDialogMessages } from '../../../messages/en/share-dialog.ts';
import type { NextPage } from '../../../ui/more-button.tsx';
import { usePagedList } from '../../shell/list-page.tsx';
import { refreshLinks } from '../use-share.ts';

export type Revocation = UseMutationResult<unknown, Error, number>;

export type ItemLinks = {
  /** Undefined until they arrive. */
  own: OwnShare[] | undefined;
  /** Those of others. `isHere`: to the item itself, and not to a folder above it. */
  others: { link: AccessLink; isHere: boolean }[];
  error: Error | null;
  next: NextPage;
  revoke: Revocation;
  /** The result of the last revocation. */
  outcome: string;
};

/** The links that open an item. Those of others require that the person manages them. */
export function useItemLinks(item: ItemKey, { Abilities }: Place): ItemLinks {
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState('');
  const { kind, id } = item;
  const own = usePagedList(['own-shares', kind, String(id)], (after) => listOwnSharesOf(item, after));
  const all = usePagedList(
    ['access', kind, String(id), 'links'],
    (after) => listAccessLinks(item, after),
    Abilities.ManageShares,
  );
  const revoke = useMutation({
    mutationFn: (shareId: number) => revokeShareOf(item, shareId),
    onMutate: () => setOutcome(''),
    onSuccess: () => setOutcome(shareDialogMessages.links.revoked),
    onSettled: () => refreshLinks(queries),
  });
  const mine = new Set(own.items?.map(({ ShareId }) => ShareId));
  const others = (all.items ?? [])
    .filter(({ ShareId }) => !mine.has(ShareId))
    .map((link) => ({ link, isHere: (kind === 'document' ? link.DocumentId : link.FolderId) === id }));
  return {
    own: own.items,
    others: own.items === undefined ? [] : others,
    error: own.error ?? all.error,
    next: own.next.load === null ? all.next : own.next,
    revoke,
    outcome,
  };
}
