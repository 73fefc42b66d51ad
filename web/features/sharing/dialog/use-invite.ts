import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FolderAccessGiven } from '../../../api/answers.ts';
import type { ApiError } from '../../../api/client.ts';
import type { ObjectKey } from '../../../api/keys.ts';
import { giveAccess } from '../../../api/permissions.ts';
import { shareDialogMessages } from '../../../messages/en/share-dialog.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { showNotice } from '../../shell/notice-list.ts';
import { type FieldErrors, fieldErrors } from '../field-errors.ts';
import { SHARE_FIELDS, type ShareField, refreshLinks } from '../use-share.ts';
import { type InviteDraft, toAccessRequest } from './invite-draft.ts';

const t = shareDialogMessages;

type Blocked = FolderAccessGiven['Blocked'];

/** Gives the access of a draft. Passes on the people whom a denial still blocks; if there are none, shows a notice. */
export function useInvite(
  object: ObjectKey & { name: string },
  onSent: (blocked: Blocked) => void,
): UseMutationResult<unknown, Error, InviteDraft> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (draft) => giveAccess(object, toAccessRequest(draft, object.kind)),
    onSuccess: ({ Blocked, Share }, { invitees }) => {
      refreshAccess(queries);
      refreshLinks(queries);
      const isChecked = Share?.Status === 'Pending';
      const text = isChecked ? sharingMessages.checking(object.name) : t.sent(invitees.map(({ name }) => name));
      if (Blocked.length === 0) showNotice({ kind: 'done', text });
      onSent(Blocked);
    },
  });
}

/** Refetches what depends on entries. */
export function refreshAccess(queries: ReturnType<typeof useQueryClient>): void {
  for (const key of ['permissions', 'access', 'place', 'libraries'])
    void queries.invalidateQueries({ queryKey: [key] });
}

export type InviteField = ShareField | 'role' | 'ends';

const FIELDS: Record<string, InviteField> = { To: 'people', Role: 'role', ExpiresOn: 'ends', Message: 'message' };

/** Field errors from the server; null if the problem is about no field. Properties of the link begin with `Link.`. */
export const inviteErrors = (error: Error | null): FieldErrors<InviteField> | null =>
  fieldErrors(error, (parameter) => FIELDS[parameter] ?? SHARE_FIELDS[parameter.replace('Link.', '')] ?? null);

/** The text of a refusal that is about no field. */
export function describeShareProblem({ status }: ApiError): string | null {
  return { 403: t.access.forbidden, 404: t.missing, 429: t.tooMany }[status] ?? null;
}
