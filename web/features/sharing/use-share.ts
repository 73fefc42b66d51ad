import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ItemKey } from '../../api/keys.ts';
import { type NewShare, share } from '../../api/sharing.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { showNotice } from '../shell/notice-list.ts';
import { type FieldErrors, fieldErrors } from './field-errors.ts';
import { type ShareDraft, toShareRequest } from './share-draft.ts';

/** The item to share. `canShareWritable`: visitors can be allowed to upload or edit. */
export type ShareableItem = ItemKey & { name: string; canShareWritable: boolean };

/** `mail` sends the link to the recipients; `copy` returns it for the clipboard. */
export type Delivery = 'mail' | 'copy';

/** Creates a link from a draft. */
export function useShare(
  item: ShareableItem,
  { onSent, onMade }: { onSent: () => void; onMade: (link: string) => void },
): UseMutationResult<NewShare, Error, { draft: ShareDraft; way: Delivery }> {
  const queries = useQueryClient();
  const { navigate } = useRouter();
  return useMutation({
    mutationFn: ({ draft, way }) => share(item, toShareRequest(draft, way === 'mail')),
    onSuccess: (made, { draft, way }) => {
      void queries.invalidateQueries({ queryKey: ['own-shares'] });
      if (way === 'copy') return onMade(made.Links.WebUri);
      onSent();
      const isPending = 'Status' in made && made.Status === 'Pending';
      const text = isPending ? sharingMessages.checking(item.name) : sharingMessages.sent(draft.people);
      const act = { label: sharingMessages.toMine, run: () => void navigate({ to: '/links' }) };
      showNotice({ kind: 'done', text, act });
    },
  });
}

export type ShareField = 'people' | 'rights' | 'expiration' | 'password' | 'message' | 'bytes' | 'files';

const FIELDS: Record<string, ShareField> = {
  Recipients: 'people',
  AccessCodeRequired: 'people',
  AllowView: 'rights',
  AllowDownload: 'rights',
  AllowUpload: 'rights',
  AllowEdit: 'rights',
  ShareType: 'rights',
  ExpireStyle: 'expiration',
  ExpiresOn: 'expiration',
  ExpirationValue: 'expiration',
  Password: 'password',
  CustomEmailText: 'message',
  MaxUploadBytes: 'bytes',
  MaxUploadDocuments: 'files',
};

/** Field errors from the server. Null if the problem is about no field. */
export const shareErrors = (error: Error | null): FieldErrors<ShareField> | null =>
  fieldErrors(error, (parameter) => FIELDS[parameter] ?? null);
