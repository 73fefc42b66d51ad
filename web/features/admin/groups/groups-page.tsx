import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listGroups, makeGroup, removeGroup, renameGroup } from '../../../api/admin-groups.ts';
import type { Group } from '../../../api/answers.ts';
import { adminGroupTexts } from '../../../texts/en/admin-groups.ts';
import { whyNot } from '../../library/run-all.ts';
import { useSettled } from '../../library/use-settled.ts';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { FindField } from '../find-field.tsx';
import { AskAboutNamed, AskToMake, NamedButtons } from '../named.tsx';
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
      <NamedButtons
        name={GroupName}
        said={said}
        first={{
          label: said.members.open(GroupName),
          text: said.members.action,
          run: () => ask({ kind: 'members', group }),
        }}
        onAsk={(kind) => ask({ kind, group })}
      />
    </li>
  );
}

function Asked({ question, ask, onClose }: Asking & { question: Question; onClose: () => void }) {
  const { make, rename, remove } = useGroupActions(ask);
  if (question.kind === 'make') return <AskToMake said={said} onClose={onClose} onMake={make} />;
  const { kind, group } = question;
  if (kind === 'members') return <MembersDialog group={group} onClose={onClose} />;
  const { GroupName: name } = group;
  const answers = { onRename: (wanted: string) => rename(group, wanted), onRemove: () => void remove(group) };
  return <AskAboutNamed kind={kind} name={name} said={said} onClose={onClose} {...answers} />;
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
