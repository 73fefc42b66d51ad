import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ListedAccount } from '../../../api/answers.ts';
import { adminPeopleMessages } from '../../../messages/en/admin/people.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Confirm } from '../../sharing/confirm.tsx';
import { SuggestField } from '../../sharing/people/suggest-field.tsx';
import { SelectionBar } from '../../../ui/table/selection-bar.tsx';
import { type BulkAction, type Refusal, useBulk } from './use-bulk.ts';

const t = adminPeopleMessages.bulk;

/** Actions to confirm, because they remove something or give full access. */
type Confirmed = keyof typeof t.titles;
const isConfirmed = (action: BulkAction): action is Confirmed => action in t.titles;

/** The actions on the selected people. */
export function BulkBar({ people, onDone }: { people: ListedAccount[]; onDone: () => void }) {
  const [asked, ask] = useState<Confirmed | 'AddToGroup' | null>(null);
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const bulk = useBulk(setRefusals, onDone);
  const send = (action: BulkAction, groupId?: number) =>
    bulk.mutate({ people, action, ...(groupId === undefined ? {} : { groupId }) });
  const actions = Object.entries(t.actions).map(([key, label]) => {
    const action = key as BulkAction;
    return { label, run: () => (isConfirmed(action) || action === 'AddToGroup' ? ask(action) : send(action)) };
  });
  const close = () => ask(null);
  return (
    <>
      <SelectionBar count={people.length} isBusy={bulk.isPending} actions={actions} onClear={onDone} />
      {asked === null || asked === 'AddToGroup' ? null : (
        <Confirm
          title={t.titles[asked](people.length)}
          action={t.actions[asked]}
          onClose={close}
          onConfirm={() => send(asked)}
        >
          {t.explanations[asked]}
        </Confirm>
      )}
      {asked === 'AddToGroup' ? (
        <AddToGroup count={people.length} onClose={close} onPick={(groupId) => send('AddToGroup', groupId)} />
      ) : null}
      {refusals.length === 0 ? null : <Refused refusals={refusals} onClose={() => setRefusals([])} />}
    </>
  );
}

type GroupProps = { count: number; onPick: (groupId: number) => void; onClose: () => void };

function AddToGroup({ count, onPick, onClose }: GroupProps) {
  const [typed, setTyped] = useState('');
  const [groupId, setGroupId] = useState<number | null>(null);
  const submit = () => {
    if (groupId === null) return;
    onClose();
    onPick(groupId);
  };
  return (
    <FormDialog
      title={t.group.title(count)}
      submit={t.group.add}
      isBusy={false}
      canSubmit={groupId !== null}
      onSubmit={submit}
      onClose={onClose}
    >
      <SuggestField
        label={t.group.field}
        hint={t.group.hint}
        error={undefined}
        typed={typed}
        onType={(text) => {
          setTyped(text);
          setGroupId(null);
        }}
        onPick={({ id, name }) => {
          setTyped(name);
          setGroupId(id);
        }}
        without={[]}
        options={{ onlyGroups: true }}
        isFirst
      />
    </FormDialog>
  );
}

function Refused({ refusals, onClose }: { refusals: Refusal[]; onClose: () => void }) {
  return (
    <Dialog
      title={t.refusedTitle(refusals.length)}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t.close}</Button>}
    >
      <ul>
        {refusals.map(({ name, reason }) => (
          <li key={name}>
            <strong>{name}</strong>: {reason}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
