import { NativeSelect, PasswordInput } from '@mantine/core';
import type { SharingRules } from '../../api/answers.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { passwordNeeds } from './password-needs.ts';
import { type Protection, type ShareDraft, protectionOf } from './share-draft.ts';

const t = sharingMessages.protection;

type Props = {
  draft: ShareDraft;
  rules: SharingRules;
  error: string | undefined;
  onChange: (change: Partial<ShareDraft>) => void;
};

/** The protection of a link. An access code requires recipients. */
export function ProtectionField({ draft, rules, error, onChange }: Props) {
  const options = [
    { value: 'none', label: t.none },
    ...(draft.people.length > 0 ? [{ value: 'code', label: t.code }] : []),
    { value: 'password', label: t.password },
  ];
  const protection = protectionOf(draft);
  return (
    <>
      <NativeSelect
        label={t.label}
        data={options}
        value={protection}
        onChange={({ currentTarget }) => onChange({ protection: currentTarget.value as Protection })}
      />
      {protection === 'password' ? (
        <PasswordInput
          label={t.passwordLabel}
          description={passwordNeeds(rules)}
          error={error}
          autoComplete="new-password"
          enterKeyHint="done"
          value={draft.password}
          onChange={({ currentTarget }) => onChange({ password: currentTarget.value })}
        />
      ) : null}
    </>
  );
}
