import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { presetMessages } from '../../../messages/en/admin/provider-presets.ts';
import { adminSignInMessages } from '../../../messages/en/admin/sign-in.ts';
import { CODE_HINTS, NAME_HINTS } from '../../../ui/input-hints.ts';
import type { FieldErrors } from '../../sharing/field-errors.ts';
import { PRESET_KEYS, type PresetKey } from './presets.ts';
import { type ProviderDraft, newDraft } from './provider-form.ts';
import css from './sign-in.module.css';

const t = adminSignInMessages.form;

/** The properties of the API that have a field. */
export type ProviderField =
  | 'Name'
  | 'Issuer'
  | 'ClientId'
  | 'ClientSecret'
  | 'Scopes'
  | 'AllowedDomains'
  | 'Groups'
  | 'GroupsClaim'
  | 'SiteAdminClaim'
  | 'SiteAdminValue';

export type FieldsProps = {
  draft: ProviderDraft;
  errors: FieldErrors<ProviderField> | null;
  onChange: (part: Partial<ProviderDraft>) => void;
};

type ConnectionProps = FieldsProps & {
  /** Null for a new provider: its kind and issuer can be chosen. */
  stored: { HasClientSecret: boolean } | null;
};

/** How Carrel reaches the provider, and identifies itself there. */
export function ConnectionFields({ draft, errors, onChange, stored }: ConnectionProps) {
  return (
    <fieldset className={css.fields}>
      <legend>{t.connection}</legend>
      {stored === null ? (
        <NativeSelect
          label={t.preset}
          data={PRESET_KEYS.map((value) => ({ value, label: presetMessages[value].label }))}
          value={draft.preset}
          onChange={({ currentTarget }) => onChange(firstValues(draft, currentTarget.value as PresetKey))}
        />
      ) : null}
      <TextInput
        {...NAME_HINTS}
        label={t.name}
        description={t.nameHint}
        maxLength={199}
        value={draft.name}
        error={errors?.Name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TextInput
        {...CODE_HINTS}
        label={t.issuer}
        description={stored === null ? presetMessages[draft.preset].issuer : t.issuerFixed}
        inputMode="url"
        readOnly={stored !== null}
        value={draft.issuer}
        error={errors?.Issuer}
        onChange={({ currentTarget }) => onChange({ issuer: currentTarget.value })}
      />
      <ClientFields draft={draft} errors={errors} onChange={onChange} isStored={stored?.HasClientSecret === true} />
    </fieldset>
  );
}

function ClientFields({ draft, errors, onChange, isStored }: FieldsProps & { isStored: boolean }) {
  return (
    <>
      <TextInput
        {...CODE_HINTS}
        label={t.clientId}
        description={presetMessages[draft.preset].clientId}
        maxLength={500}
        value={draft.clientId}
        error={errors?.ClientId}
        onChange={({ currentTarget }) => onChange({ clientId: currentTarget.value })}
      />
      <SecretFields {...{ draft, errors, onChange, isStored }} />
      <TextInput
        {...CODE_HINTS}
        label={t.scopes}
        description={t.scopesHint}
        value={draft.scopes}
        error={errors?.Scopes}
        onChange={({ currentTarget }) => onChange({ scopes: currentTarget.value })}
      />
    </>
  );
}

function SecretFields({ draft, errors, onChange, isStored }: FieldsProps & { isStored: boolean }) {
  return (
    <>
      <PasswordInput
        label={t.secret}
        description={isStored ? t.secretKept : `${presetMessages[draft.preset].secret} ${t.secretHint}`}
        // Prevents password managers from filling in the person's own password.
        autoComplete="new-password"
        enterKeyHint="done"
        maxLength={1000}
        disabled={draft.removesSecret}
        value={draft.secret}
        error={errors?.ClientSecret}
        onChange={({ currentTarget }) => onChange({ secret: currentTarget.value })}
      />
      {isStored ? (
        <Checkbox
          label={t.secretRemove}
          checked={draft.removesSecret}
          onChange={({ currentTarget }) => onChange({ removesSecret: currentTarget.checked, secret: '' })}
        />
      ) : null}
    </>
  );
}

/** The domains of the provider, and the accounts that it opens and creates. */
export function AccountFields({ draft, errors, onChange }: FieldsProps) {
  return (
    <fieldset className={css.fields}>
      <legend>{t.accounts}</legend>
      <TextInput
        {...CODE_HINTS}
        label={t.domains}
        description={t.domainsHint}
        placeholder="example.com"
        value={draft.domains}
        error={errors?.AllowedDomains}
        onChange={({ currentTarget }) => onChange({ domains: currentTarget.value })}
      />
      {(
        [
          ['createsUsers', t.creates, t.createsHint],
          ['linksByEmail', t.links, t.linksHint],
          ['trustsEmails', t.trusts, t.trustsHint],
          ['requiresSecondFactor', t.secondFactor, ''],
        ] as const
      ).map(([key, label, hint]) => (
        <Checkbox
          key={key}
          label={label}
          {...(hint === '' ? {} : { description: hint })}
          checked={draft[key]}
          onChange={({ currentTarget }) => onChange({ [key]: currentTarget.checked })}
        />
      ))}
    </fieldset>
  );
}

// Values that were typed stay, unless they are the defaults of the previous kind.
function firstValues(draft: ProviderDraft, preset: PresetKey): Partial<ProviderDraft> {
  const [before, after] = [newDraft(draft.preset), newDraft(preset)];
  return {
    preset,
    name: draft.name === before.name ? after.name : draft.name,
    issuer: draft.issuer === before.issuer ? after.issuer : draft.issuer,
    trustsEmails: draft.trustsEmails === before.trustsEmails ? after.trustsEmails : draft.trustsEmails,
  };
}
