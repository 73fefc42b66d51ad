import { Button, CloseButton, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addMember, listMembers, removeMember } from '../../../api/admin/groups.ts';
import type { Group, User } from '../../../api/answers.ts';
import { adminGroupMessages } from '../../../messages/en/admin/groups.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { Avatar } from '../../../ui/person/avatar.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { describeFailure } from '../../library/actions/run-all.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { SuggestField } from '../../sharing/people/suggest-field.tsx';
import { type PagedList, usePagedList } from '../../shell/list-page.tsx';
import { FindField } from '../find-field.tsx';
import adminCss from '../admin.module.css';
import libraryCss from '../../library/library.module.css';

const t = adminGroupMessages.members;
const TYPING_MS = 200;

type Props = {
  group: Group;
  /** The SCIM connection that alone changes the members; null: site admins do. */
  managedBy: string | null;
  onClose: () => void;
};

/** The members of a group. Each change is saved at once, because a group may contain everyone. */
export function MembersDialog({ group, managedBy, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim(), TYPING_MS);
  const { GroupId } = group;
  const list = usePagedList(['members', String(GroupId), query], (after) => listMembers(GroupId, query, after));
  const change = useChange(GroupId);
  const foot = <Button onClick={onClose}>{t.done}</Button>;
  return (
    <Dialog title={t.title(group.GroupName)} onClose={onClose} foot={foot}>
      <Stack gap="xs">
        {managedBy === null ? (
          <AddMember onAdd={(userId, name) => change.mutate({ userId, name, isAdded: true })} />
        ) : (
          <p>{t.managed(managedBy)}</p>
        )}
        <p role="status" className={adminCss.memberTold}>
          {change.data}
        </p>
        <ProblemAlert error={change.error} known={describeFailure} />
        <FindField label={t.find} typed={typed} onType={setTyped} />
        <Members
          list={list}
          none={query === '' ? t.none : t.noMatch}
          {...(managedBy === null
            ? { onRemove: ({ UserId: userId, Name: name }) => change.mutate({ userId, name, isAdded: false }) }
            : {})}
        />
      </Stack>
    </Dialog>
  );
}

type Change = { userId: number; name: string; isAdded: boolean };

function useChange(groupId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ userId, name, isAdded }: Change) => {
      await (isAdded ? addMember : removeMember)(groupId, userId);
      return (isAdded ? t.added : t.removed)(name);
    },
    onSettled: () => {
      for (const key of ['members', 'account', 'access']) void queries.invalidateQueries({ queryKey: [key] });
    },
  });
}

function AddMember({ onAdd }: { onAdd: (userId: number, name: string) => void }) {
  const [typed, setTyped] = useState('');
  return (
    <SuggestField
      label={t.add}
      hint={t.hint}
      error={undefined}
      typed={typed}
      onType={setTyped}
      onPick={({ id, name }) => {
        setTyped('');
        onAdd(id, name);
      }}
      without={[]}
      options={{ withSelf: true }}
    />
  );
}

type MembersProps = { list: PagedList<User>; none: string; onRemove?: (user: User) => void };

function Members({ list: { items, error, next }, none, onRemove }: MembersProps) {
  return (
    <>
      <ProblemAlert error={error} />
      {items === undefined && error === null ? <Skeleton height={120} /> : null}
      {items?.length === 0 ? <Text c="dimmed">{none}</Text> : null}
      <ul>
        {items?.map((user) => (
          <li key={user.UserId} className={adminCss.member}>
            <Avatar name={user.Name} of={user.UserId} picture={user.PictureUri} size={32} />
            <span className={libraryCss.placeWhat}>
              {user.Name}
              <small>{user.Email}</small>
            </span>
            {onRemove === undefined ? null : (
              <CloseButton aria-label={t.remove(user.Name)} onClick={() => onRemove(user)} />
            )}
          </li>
        ))}
      </ul>
      <MoreButton next={next} />
    </>
  );
}
