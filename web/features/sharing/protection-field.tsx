import { NativeSelect, PasswordInput } from '@mantine/core';
import type { SharingRules } from '../../api/answers.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { passwordNeeds } from './password-needs.ts';
import { type Protection, type Wish, protectionOf } from './wish.ts';

const said = sharingTexts.protection;

type Props = {
  wish: Wish;
  rules: SharingRules;
  error: string | undefined;
  onChange: (change: Partial<Wish>) => void;
};

/** What visitors must know beside the link. A code needs somebody whom it is mailed to. */
export function ProtectionField({ wish, rules, error, onChange }: Props) {
  const options = [
    { value: 'none', label: said.none },
    ...(wish.people.length > 0 ? [{ value: 'code', label: said.code }] : []),
    { value: 'password', label: said.password },
  ];
  const protection = protectionOf(wish);
  return (
    <>
      <NativeSelect
        label={said.label}
        data={options}
        value={protection}
        onChange={({ currentTarget }) => onChange({ protection: currentTarget.value as Protection })}
      />
      {protection === 'password' ? (
        <PasswordInput
          label={said.passwordLabel}
          description={passwordNeeds(rules)}
          error={error}
          autoComplete="new-password"
          value={wish.password}
          onChange={({ currentTarget }) => onChange({ password: currentTarget.value })}
        />
      ) : null}
    </>
  );
}
