import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Permission } from '../../../api/answers.ts';
import { ApiError } from '../../../api/client.ts';
import type { ObjectKey } from '../../../api/keys.ts';
import { getPermissions, giveAccess, savePermissions } from '../../../api/permissions.ts';
import { shareDialogMessages } from '../../../messages/en/share-dialog.ts';
import type { Role } from './invite-draft.ts';
import { refreshAccess } from './use-invite.ts';

const t = shareDialogMessages;
const ATTEMPTS = 3;

/** `role` null: the entry is removed. */
export type EntryChange = UseMutationResult<unknown, Error, { entry: Permission; role: Role | null }>;

export type Entries = {
  /** Own entries first. Undefined until they arrive. */
  list: Permission[] | undefined;
  error: Error | null;
  change: EntryChange;
  /** The result of the last change. */
  outcome: string;
};

/** The entries of an object and of its parents, and changing one of its own. */
export function useEntries(object: ObjectKey, enabled: boolean): Entries {
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState('');
  const { kind, id } = object;
  const { data, error } = useQuery({
    queryKey: ['permissions', kind, id, 'shared'],
    queryFn: () => getPermissions(object),
    enabled,
  });
  const change = useMutation({
    mutationFn: async ({ entry, role }: { entry: Permission; role: Role | null }) => {
      await (role === null ? removeEntry(object, entry) : giveAccess(object, requestFor(entry, role)));
    },
    onSuccess: (_given, { entry: { Name }, role }) =>
      setOutcome(role === null ? t.access.removed(Name) : t.access.changed(Name, t.roles[role])),
    onMutate: () => setOutcome(''),
    onSettled: () => refreshAccess(queries),
  });
  return { list: data?.body, error, change, outcome };
}

/** A unique key of a user's or group's entry. */
export const keyOfEntry = ({ UserId, GroupId }: Pick<Permission, 'UserId' | 'GroupId'>): string =>
  UserId === undefined ? `group-${GroupId}` : `user-${UserId}`;

function requestFor({ UserId, GroupId, ExpiresOn }: Permission, Role: Role) {
  const To = [UserId === undefined ? { GroupId: GroupId ?? 0 } : { UserId }];
  // An end that has passed cannot be set again.
  const isRunning = ExpiresOn !== undefined && Date.parse(ExpiresOn) > Date.now();
  return { To, Role, NotifyUsers: false, ...(isRunning ? { ExpiresOn } : {}) };
}

// Removes one entry from the current ones: changes by other people stay.
async function removeEntry(object: ObjectKey, entry: Permission): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { body, tag } = await getPermissions(object);
    const own = body.filter(({ Inherited }) => Inherited !== true);
    const kept = own.filter((other) => keyOfEntry(other) !== keyOfEntry(entry));
    try {
      if (kept.length < own.length) await savePermissions(object, kept, tag);
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || attempt === ATTEMPTS) throw error;
    }
  }
}
