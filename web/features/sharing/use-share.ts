import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ItemKey } from '../../api/keys.ts';
import { type NewShare, share } from '../../api/sharing.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { showNotice } from '../shell/notice-list.ts';
import { type FieldErrors, fieldErrors } from './refusals.ts';
import { type Wish, requestOf } from './wish.ts';

/** What is shared; `canWrite`: visitors can be let write. */
export type Sharable = ItemKey & { name: string; canWrite: boolean };

/** `mail`: to the people named; `copy`: the link is for the clipboard. */
export type Way = 'mail' | 'copy';

/** Makes the link that is wished for. */
export function useShare(
  item: Sharable,
  { onSent, onMade }: { onSent: () => void; onMade: (link: string) => void },
): UseMutationResult<NewShare, Error, { wish: Wish; way: Way }> {
  const queries = useQueryClient();
  const { navigate } = useRouter();
  return useMutation({
    mutationFn: ({ wish, way }) => share(item, requestOf(wish, way === 'mail')),
    onSuccess: (made, { wish, way }) => {
      void queries.invalidateQueries({ queryKey: ['own-shares'] });
      if (way === 'copy') return onMade(made.Links.WebUri);
      onSent();
      const isPending = 'Status' in made && made.Status === 'Pending';
      const text = isPending ? sharingTexts.checking(item.name) : sharingTexts.sent(wish.people);
      const act = { label: sharingTexts.toMine, run: () => void navigate({ to: '/links' }) };
      showNotice({ kind: 'done', text, act });
    },
  });
}

export type ShareField = 'people' | 'may' | 'until' | 'password' | 'message' | 'bytes' | 'files';

const FIELDS: Record<string, ShareField> = {
  Recipients: 'people',
  AccessCodeRequired: 'people',
  AllowView: 'may',
  AllowDownload: 'may',
  AllowUpload: 'may',
  AllowEdit: 'may',
  ShareType: 'may',
  ExpireStyle: 'until',
  ExpiresOn: 'until',
  ExpirationValue: 'until',
  Password: 'password',
  CustomEmailText: 'message',
  MaxUploadBytes: 'bytes',
  MaxUploadDocuments: 'files',
};

/** What the server refused, at the fields; null if it is about none of them. */
export const shareErrors = (error: Error | null): FieldErrors<ShareField> | null =>
  fieldErrors(error, (parameter) => FIELDS[parameter] ?? null);
