import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changePeople } from '../../../api/admin/people.ts';
import type { ListedAccount, UserBulkChange } from '../../../api/answers.ts';
import { adminPeopleMessages } from '../../../messages/en/admin/people.ts';
import { problemText } from '../../../ui/problem-text.ts';
import { showNotice } from '../../shell/notice-list.ts';

const t = adminPeopleMessages.bulk;

export type BulkAction = UserBulkChange['Action'];

/** A person whose account the server refused to change. */
export type Refusal = { name: string; reason: string };

export const PEOPLE_KEYS = ['users', 'people', 'account', 'members', 'me'];

/** Sends one action on several accounts. Passes on refused accounts, so that none is skipped silently. */
export function useBulk(onRefused: (refusals: Refusal[]) => void, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ people, action, groupId }: { people: ListedAccount[]; action: BulkAction; groupId?: number }) =>
      changePeople({
        UserIds: people.map(({ UserId }) => UserId),
        Action: action,
        ...(groupId === undefined ? {} : { GroupId: groupId }),
      }),
    onSuccess: ({ Results }, { people, action }) => {
      for (const key of PEOPLE_KEYS) void queries.invalidateQueries({ queryKey: [key] });
      const count = (outcome: string) => Results.filter(({ Outcome }) => Outcome === outcome).length;
      const [changed, unchanged] = [count('Changed'), count('Unchanged')];
      const sentences = [
        ...(changed > 0 ? [t.done[action](changed)] : []),
        ...(unchanged > 0 ? [t.unchanged(unchanged)] : []),
      ];
      if (sentences.length > 0) showNotice({ kind: 'done', text: sentences.join(' ') });
      const names = new Map(people.map(({ UserId, Name }) => [UserId, Name]));
      const refusals = Results.flatMap(({ UserId, Reason }) =>
        Reason === null ? [] : [{ name: names.get(UserId) ?? String(UserId), reason: Reason }],
      );
      if (refusals.length > 0) onRefused(refusals);
      onDone();
    },
    onError: (error) => showNotice({ kind: 'failed', text: problemText(error) }),
  });
}
