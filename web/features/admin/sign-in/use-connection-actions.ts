import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeConnection, deleteConnection, rotateToken } from '../../../api/admin/sign-in.ts';
import type { NewScimConnection, ScimConnection } from '../../../api/answers.ts';
import { adminSignInMessages } from '../../../messages/en/admin/sign-in.ts';
import { showNotice } from '../../shell/notice-list.ts';

const t = adminSignInMessages.scim;

/** Actions that pause, resume and delete a connection, and create a new token. */
export function useConnectionActions(onToken: (connection: NewScimConnection) => void) {
  const queries = useQueryClient();
  // Deleting a connection changes who manages people and groups.
  const refresh = () => {
    for (const key of ['scim-connections', 'users', 'groups', 'account']) {
      void queries.invalidateQueries({ queryKey: [key] });
    }
  };
  const pause = useMutation({
    mutationFn: ({ ConnectionId, IsPaused }: ScimConnection) => changeConnection(ConnectionId, { IsPaused: !IsPaused }),
    onSuccess: ({ Name, IsPaused }) =>
      void showNotice({ kind: 'done', text: IsPaused ? t.pausedNotice(Name) : t.resumed(Name) }),
    onSettled: refresh,
  });
  const renew = useMutation({
    mutationFn: ({ ConnectionId }: ScimConnection) => rotateToken(ConnectionId),
    onSuccess: onToken,
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ ConnectionId }: ScimConnection) => deleteConnection(ConnectionId),
    onSuccess: (_, { Name }) => void showNotice({ kind: 'done', text: t.removal.done(Name) }),
    onSettled: refresh,
  });
  return { pause, renew, remove };
}
