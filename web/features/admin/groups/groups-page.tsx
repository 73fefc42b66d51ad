import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listGroups, makeGroup, removeGroup, renameGroup } from '../../../api/admin-groups.ts';
import type { Group } from '../../../api/answers.ts';
import { adminGroupTexts } from '../../../texts/en/admin-groups.ts';
import { NameDialog } from '../../library/name-dialog.tsx';
import { whyNot } from '../../library/run-all.ts';
import { useSettled } from '../../library/use-settled.ts';
import { Confirm } from '../../sharing/confirm.tsx';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { FindField } from '../find-field.tsx';
import { MembersDialog } from './members-dialog.tsx';
import '../../library/library.css';
import '../../sharing/sharing.css';

const said = adminGroupTexts;
const TYPING_MS = 200;

type Question = { kind: 'make' } | { kind: 'members' | 'rename' | 'remove'; group: Group };
type Asking = { ask: (question: Question) => void };

/** The groups of the deployment. */
export function GroupsPage() {
  const [typed, setTyped] = useState('');
  const [question, ask] = useState<Question | null>(null);
  const query = useSettled(typed.trim(), TYPING_MS);
  const list = usePagedList(['groups', query], (after) => listGroups(query, after));
  const none = { Icon: IconUsersGroup, text: query === '' ? said.none : said.noMatch };
  const head = (
    <FindField label={said.find} typed={typed} onType={setTyped}>
      <Button leftSection={<IconUsersGroup size={18} aria-hidden />} onClick={() => ask({ kind: 'make' })}>
        {said.add}
      </Button>
    </FindField>
  );
  return (
    <>
      <ListPage title={said.title} text={said.text} list={list} none={none} head={head}>
        {(groups) => (
          <ul className="place-list">
            {groups.map((group) => (
              <GroupRow key={group.GroupId} group={group} ask={ask} />
            ))}
          </ul>
        )}
      </ListPage>
      {question === null ? null : <Asked question={question} ask={ask} onClose={() => ask(null)} />}
    </>
  );
}

function GroupRow({ group, ask }: Asking & { group: Group }) {
  const { GroupName } = group;
  return (
    <li className="place-row">
      <IconUsersGroup size={26} stroke={1.5} aria-hidden />
      <span className="place-what">{GroupName}</span>
      <div className="browser-actions">
        <Button
          variant="default"
          size="compact-md"
          aria-label={said.members.open(GroupName)}
          onClick={() => ask({ kind: 'members', group })}
        >
          {said.members.action}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          aria-label={`${said.rename} ${GroupName}`}
          onClick={() => ask({ kind: 'rename', group })}
        >
          {said.rename}
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="compact-md"
          aria-label={`${said.remove} ${GroupName}`}
          onClick={() => ask({ kind: 'remove', group })}
        >
          {said.remove}
        </Button>
      </div>
    </li>
  );
}

function Asked({ question, ask, onClose }: Asking & { question: Question; onClose: () => void }) {
  const { make, rename, remove } = useGroupActions(ask);
  if (question.kind === 'make') {
    return (
      <NameDialog
        title={said.add}
        label={said.name}
        submit={said.make}
        taken={said.taken}
        onSubmit={make}
        onClose={onClose}
      />
    );
  }
  const { kind, group } = question;
  if (kind === 'members') return <MembersDialog group={group} onClose={onClose} />;
  if (kind === 'rename') {
    return (
      <NameDialog
        title={said.renameOf(group.GroupName)}
        label={said.name}
        submit={said.rename}
        initial={group.GroupName}
        taken={said.taken}
        onSubmit={(name) => rename(group, name)}
        onClose={onClose}
      />
    );
  }
  const { title, text, action } = said.removal;
  return (
    <Confirm title={title(group.GroupName)} action={action} onClose={onClose} onConfirm={() => void remove(group)}>
      {text}
    </Confirm>
  );
}

function useGroupActions(ask: Asking['ask']) {
  const queries = useQueryClient();
  const refresh = () => {
    for (const key of ['groups', 'people', 'access']) void queries.invalidateQueries({ queryKey: [key] });
  };
  const tell = (text: string, kind: 'done' | 'failed' = 'done') => {
    refresh();
    showNotice({ kind, text });
  };
  return {
    make: async (name: string) => {
      const group = await makeGroup(name);
      const act = { label: said.members.add, run: () => ask({ kind: 'members', group }) };
      refresh();
      showNotice({ kind: 'done', text: said.made(group.GroupName), act });
    },
    rename: async ({ GroupId }: Group, name: string) => {
      const { GroupName } = await renameGroup(GroupId, name);
      tell(said.renamed(GroupName));
    },
    remove: ({ GroupId, GroupName }: Group) =>
      removeGroup(GroupId).then(
        () => tell(said.removal.done(GroupName)),
        (error: Error) => tell(whyNot(error), 'failed'),
      ),
  };
}
