import { Button, NativeSelect } from '@mantine/core';
import { IconFileImport, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { type AccountFilter, listAccounts } from '../../../api/admin/people.ts';
import type { ListedAccount } from '../../../api/answers.ts';
import { adminPeopleMessages } from '../../../messages/en/admin/people.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { FindField } from '../find-field.tsx';
import { useFilter } from '../../shell/use-filter.ts';
import { AddPerson } from './add-person.tsx';
import { ImportPeople } from './import-people.tsx';
import { PeopleTable } from './people-table.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { RemovePerson } from './remove-person.tsx';

const t = adminPeopleMessages;
const TYPING_MS = 200;

/** Kept in the address. */
type Filter = Required<Omit<AccountFilter, 'query'>>;

/** The dialog about a person. */
type Asked = { kind: 'add' | 'import' } | { kind: 'person' | 'remove'; person: ListedAccount };

/** All people of the deployment, found by name, address, state or role, page by page. */
export function PeoplePage() {
  const [typed, setTyped] = useState('');
  const [asked, ask] = useState<Asked | null>(null);
  const query = useDebounced(typed.trim(), TYPING_MS);
  const [filter] = useFilter<Filter>();
  const wanted = { query, ...filter };
  const list = usePagedList(['users', JSON.stringify(wanted)], (after) => listAccounts(wanted, after));
  const close = () => ask(null);
  const head = <Head typed={typed} onType={setTyped} onAsk={(kind) => ask({ kind })} />;
  return (
    <>
      <ListPage title={t.title} text={t.text} list={list} none={{ Icon: IconUsers, text: t.none }} head={head}>
        {(people) => (
          <PeopleTable
            people={people}
            filterKey={JSON.stringify(wanted)}
            onOpen={(person) => ask({ kind: 'person', person })}
          />
        )}
      </ListPage>
      {asked?.kind === 'add' ? <AddPerson onClose={close} /> : null}
      {asked?.kind === 'import' ? <ImportPeople onClose={close} /> : null}
      {asked?.kind === 'person' ? (
        <PersonDialog
          person={asked.person}
          onRemove={() => ask({ kind: 'remove', person: asked.person })}
          onClose={close}
        />
      ) : null}
      {asked?.kind === 'remove' ? <RemovePerson person={asked.person} onClose={close} /> : null}
    </>
  );
}

type HeadProps = { typed: string; onType: (typed: string) => void; onAsk: (kind: 'add' | 'import') => void };

function Head({ typed, onType, onAsk }: HeadProps) {
  const [filter, change] = useFilter<Filter>();
  return (
    <FindField label={t.find} typed={typed} onType={onType}>
      <Choice
        label={t.table.state}
        all={t.table.anyState}
        values={t.table.states}
        value={filter.state}
        onChange={(state) => change({ state })}
      />
      <Choice
        label={t.table.role}
        all={t.table.anyRole}
        values={{ true: t.siteAdmin, false: t.table.member }}
        value={filter.isSiteAdmin}
        onChange={(isSiteAdmin) => change({ isSiteAdmin })}
      />
      <Choice
        label={t.table.factor}
        all={t.table.anyFactor}
        values={t.table.factors}
        value={filter.secondFactor}
        onChange={(secondFactor) => change({ secondFactor })}
      />
      <Button variant="default" leftSection={<IconFileImport size={18} aria-hidden />} onClick={() => onAsk('import')}>
        {t.import.open}
      </Button>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => onAsk('add')}>
        {t.add}
      </Button>
    </FindField>
  );
}

type ChoiceProps = {
  label: string;
  all: string;
  values: Record<string, string>;
  value: string | undefined;
  onChange: (value: string) => void;
};

function Choice({ label, all, values, value, onChange }: ChoiceProps) {
  const options = Object.entries(values).map(([each, name]) => ({ value: each, label: name }));
  return (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: all }, ...options]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
