import { Button, CloseButton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { presetMessages } from '../../../messages/en/admin/provider-presets.ts';
import { adminSignInMessages } from '../../../messages/en/admin/sign-in.ts';
import { CODE_HINTS } from '../../../ui/input-hints.ts';
import { SuggestField } from '../../sharing/people/suggest-field.tsx';
import type { FieldsProps } from './provider-fields.tsx';
import type { ProviderDraft } from './provider-form.ts';
import css from './sign-in.module.css';

const t = adminSignInMessages.form;

/** Groups and the role of site admin by the claims of the provider. */
export function RightsFields({ draft, errors, onChange }: FieldsProps) {
  return (
    <fieldset className={css.fields}>
      <legend>{t.rights}</legend>
      <TextInput
        {...CODE_HINTS}
        label={t.groupsClaim}
        description={presetMessages[draft.preset].groups}
        maxLength={200}
        value={draft.groupsClaim}
        error={errors?.GroupsClaim}
        onChange={({ currentTarget }) => onChange({ groupsClaim: currentTarget.value })}
      />
      {draft.groupsClaim.trim() === '' ? null : <GroupsFields {...{ draft, errors, onChange }} />}
      <div className={css.pair}>
        <TextInput
          {...CODE_HINTS}
          label={t.adminClaim}
          maxLength={200}
          value={draft.siteAdminClaim}
          error={errors?.SiteAdminClaim}
          onChange={({ currentTarget }) => onChange({ siteAdminClaim: currentTarget.value })}
        />
        <TextInput
          {...CODE_HINTS}
          label={t.adminValue}
          maxLength={300}
          value={draft.siteAdminValue}
          error={errors?.SiteAdminValue}
          onChange={({ currentTarget }) => onChange({ siteAdminValue: currentTarget.value })}
        />
      </div>
      <p className={css.hint}>{t.adminHint}</p>
    </fieldset>
  );
}

function GroupsFields({ draft: { groups }, errors, onChange }: FieldsProps) {
  return (
    <div>
      <p className={css.label}>{t.groups}</p>
      <p className={css.hint}>{t.groupsHint}</p>
      <ul className={css.groups}>
        {groups.map((group) => (
          <li key={`${group.Value} ${group.GroupId}`}>
            <span>
              <code>{group.Value}</code> → {group.GroupName}
            </span>
            <CloseButton
              aria-label={t.removeGroup(group.Value)}
              onClick={() => onChange({ groups: groups.filter((other) => other !== group) })}
            />
          </li>
        ))}
      </ul>
      {errors?.Groups === undefined ? null : <p role="alert">{errors.Groups}</p>}
      <AddGroup onAdd={(group) => onChange({ groups: [...groups.filter((other) => !isSame(other, group)), group] })} />
    </div>
  );
}

type Group = ProviderDraft['groups'][number];

const isSame = (one: Group, other: Group) => one.Value === other.Value && one.GroupId === other.GroupId;

type Chosen = { id: number; name: string } | null;

function AddGroup({ onAdd }: { onAdd: (group: Group) => void }) {
  const [value, setValue] = useState('');
  const [typed, setTyped] = useState('');
  const [group, setGroup] = useState<Chosen>(null);
  const add = () => {
    if (group === null) return;
    onAdd({ Value: value.trim(), GroupId: group.id, GroupName: group.name });
    setValue('');
    setTyped('');
    setGroup(null);
  };
  return (
    <div className={css.pair}>
      <TextInput
        {...CODE_HINTS}
        label={t.value}
        maxLength={300}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <GroupField
        typed={typed}
        onChange={(text, chosen) => {
          setTyped(text);
          setGroup(chosen);
        }}
      />
      <Button variant="default" disabled={value.trim() === '' || group === null} onClick={add}>
        {t.addGroup}
      </Button>
    </div>
  );
}

function GroupField({ typed, onChange }: { typed: string; onChange: (typed: string, chosen: Chosen) => void }) {
  return (
    <SuggestField
      label={t.group}
      hint={t.groupSearch}
      error={undefined}
      typed={typed}
      onType={(text) => onChange(text, null)}
      onPick={({ id, name }) => onChange(name, { id, name })}
      without={[]}
      options={{ onlyGroups: true }}
    />
  );
}
