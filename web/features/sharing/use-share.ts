import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemKey } from '../../api/keys.ts';
import { type NewShare, share } from '../../api/sharing.ts';
import { type FieldErrors, TERM_FIELDS, type TermField, fieldErrors } from './field-errors.ts';
import { type ShareDraft, toShareRequest } from './share-draft.ts';

/** The item to share. `canShareWritable`: visitors can be allowed to upload or edit. */
export type ShareableItem = ItemKey & { name: string; canShareWritable: boolean };

/** Creates a link without recipients from a draft. */
export function useNewLink(
  item: ShareableItem,
  onMade: (made: NewShare) => void,
): UseMutationResult<NewShare, Error, ShareDraft> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (draft) => share(item, toShareRequest({ ...draft, people: [] }, false)),
    onSuccess: (made) => {
      refreshLinks(queries);
      onMade(made);
    },
  });
}

/** Refetches the lists of links, after one was created, changed or revoked. */
export function refreshLinks(queries: ReturnType<typeof useQueryClient>): void {
  for (const key of ['own-shares', 'access']) void queries.invalidateQueries({ queryKey: [key] });
}

export type ShareField = TermField | 'people' | 'message';

/** The field of each property of a share. */
export const SHARE_FIELDS: Record<string, ShareField> = {
  ...TERM_FIELDS,
  Recipients: 'people',
  AccessCodeRequired: 'people',
  CustomEmailText: 'message',
};

/** Field errors from the server. Null if the problem is about no field. */
export const shareErrors = (error: Error | null): FieldErrors<ShareField> | null =>
  fieldErrors(error, (parameter) => SHARE_FIELDS[parameter] ?? null);
