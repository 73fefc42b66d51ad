import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listGroups, createGroup, removeGroup, renameGroup, requireFactor } from '../../../api/admin/groups.ts';
import type { Group, ListedGroup } from '../../../api/answers.ts';
import { isUnconfirmed } from '../../../api/client.ts';
import { adminGroupMessages } from '../../../messages/en/admin/groups.ts';
import { describeFailure } from '../../library/actions/run-all.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { FindField } from '../find-field.tsx';
import { CreateNamed, NamedDialogs } from '../named.tsx';
import { type Column, DataTable, OpenCell } from '../../../ui/table/data-table.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { MembersDialog } from './members-dialog.tsx';

const t = adminGroupMessages;
const TYPING_MS = 200;

type Question = { kind: 'create' } | { kind: 'members' | 'rename' | 'remove'; group: Listed };
/** A group that was just created is not in the list yet. */
type Listed = Group & Partial<Pick<ListedGroup, 'ManagedBy'>>;
type Asking = { ask: (question: Question) => void };

/** The groups of the deployment. */
export function GroupsPage() {
  const [typed, setTyped] = useState('');
  const [question, ask] = useState<Question | null>(null);
  const query = useDebounced(typed.trim(), TYPING_MS);
  const list = usePagedList(['groups', query], (after) => listGroups(query, after));
  const none = { Icon: IconUsersGroup, text: query === '' ? t.none : t.noMatch };
  const add = (
    <Button leftSection={<IconUsersGroup size={18} aria-hidden />} onClick={() => ask({ kind: 'create' })}>
      {t.add}
    </Button>
  );
  const head = (
    <FindField label={t.find} typed={typed} onType={setTyped}>
      {add}
    </FindField>
  );
  return (
    <>
      <ListPage title={t.title} text={t.text} list={list} none={none} head={head}>
        {(groups) => (
          <DataTable
            label={t.title}
            items={groups}
            idOf={({ GroupId }) => GroupId}
            columns={columnsOf(ask)}
            renderActions={(group) => <GroupActions group={group} ask={ask} />}
          />
        )}
      </ListPage>
      {question === null ? null : <Asked question={question} ask={ask} onClose={() => ask(null)} />}
    </>
  );
}

const columnsOf = (ask: Asking['ask']): Column<ListedGroup>[] => [
  {
    label: t.name,
    isMain: true,
    cell: (group) => (
      <OpenCell onOpen={() => ask({ kind: 'members', group })}>
        <IconUsersGroup size={22} stroke={1.5} aria-hidden />
        {group.GroupName}
      </OpenCell>
    ),
  },
  { label: t.members.action, isNumber: true, cell: ({ MemberCount }) => t.members.count(MemberCount) },
  {
    label: t.factor.column,
    cell: ({ RequiresSecondFactor }) => (RequiresSecondFactor ? t.factor.required : t.factor.not),
  },
  { label: t.managedBy, cell: ({ ManagedBy }) => ManagedBy ?? t.siteAdmins },
];

// The connection alone changes the groups that it manages.
function GroupActions({ group, ask }: Asking & { group: ListedGroup }) {
  const queries = useQueryClient();
  const members = { label: t.members.action, run: () => ask({ kind: 'members', group }) };
  const isRequired = group.RequiresSecondFactor;
  const change = async () => {
    try {
      await requireFactor(group.GroupId, !isRequired);
      showNotice({ kind: 'done', text: (isRequired ? t.factor.isOff : t.factor.isOn)(group.GroupName) });
    } catch (error) {
      if (!isUnconfirmed(error)) showNotice({ kind: 'failed', text: describeFailure(error as Error) });
    }
    for (const key of ['groups', 'users', 'me']) void queries.invalidateQueries({ queryKey: [key] });
  };
  const factor = { label: isRequired ? t.factor.dismiss : t.factor.require, run: () => void change() };
  return (
    <RowActions
      name={group.GroupName}
      actions={
        group.ManagedBy === null
          ? [
              members,
              factor,
              { label: t.rename, run: () => ask({ kind: 'rename', group }) },
              { label: t.remove, run: () => ask({ kind: 'remove', group }) },
            ]
          : [members, factor]
      }
    />
  );
}

function Asked({ question, ask, onClose }: Asking & { question: Question; onClose: () => void }) {
  const { create, rename, remove } = useGroupActions(ask);
  if (question.kind === 'create') return <CreateNamed t={t} onClose={onClose} onCreate={create} />;
  const { kind, group } = question;
  if (kind === 'members') {
    return <MembersDialog group={group} managedBy={group.ManagedBy ?? null} onClose={onClose} />;
  }
  const { GroupName: name } = group;
  const answers = { onRename: (wanted: string) => rename(group, wanted), onRemove: () => void remove(group) };
  return <NamedDialogs kind={kind} name={name} t={t} onClose={onClose} {...answers} />;
}

function useGroupActions(ask: Asking['ask']) {
  const queries = useQueryClient();
  const refresh = () => {
    for (const key of ['groups', 'people', 'access']) void queries.invalidateQueries({ queryKey: [key] });
  };
  const notify = (text: string, kind: 'done' | 'failed' = 'done') => {
    refresh();
    showNotice({ kind, text });
  };
  return {
    create: async (name: string) => {
      const group = await createGroup(name);
      const act = { label: t.members.add, run: () => ask({ kind: 'members', group }) };
      refresh();
      showNotice({ kind: 'done', text: t.created(group.GroupName), act });
    },
    rename: async ({ GroupId }: Group, name: string) => {
      const { GroupName } = await renameGroup(GroupId, name);
      notify(t.renamed(GroupName));
    },
    remove: ({ GroupId, GroupName }: Group) =>
      removeGroup(GroupId).then(
        () => notify(t.removal.done(GroupName)),
        (error: Error) => notify(describeFailure(error), 'failed'),
      ),
  };
}
