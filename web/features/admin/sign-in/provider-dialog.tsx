import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { addProvider, changeProvider } from '../../../api/admin/sign-in.ts';
import type { IdentityProvider } from '../../../api/answers.ts';
import { appMessages } from '../../../messages/en/app.ts';
import { adminSignInMessages } from '../../../messages/en/admin/sign-in.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { fieldErrors } from '../../sharing/field-errors.ts';
import { AddressFields } from './addresses.tsx';
import { AccountFields, ConnectionFields, type ProviderField } from './provider-fields.tsx';
import { type ProviderDraft, changeOf, creationOf, draftOf, newDraft } from './provider-form.ts';
import { RightsFields } from './rights-fields.tsx';

const t = adminSignInMessages.form;

const FIELDS: readonly string[] = [
  'Name',
  'Issuer',
  'ClientId',
  'ClientSecret',
  'Scopes',
  'AllowedDomains',
  'Groups',
  'GroupsClaim',
  'SiteAdminClaim',
  'SiteAdminValue',
] satisfies ProviderField[];

type Props = {
  /** Null for a new one. */
  provider: IdentityProvider | null;
  onSaved: (provider: IdentityProvider) => void;
  onClose: () => void;
};

/** All choices about an identity provider. */
export function ProviderDialog({ provider, onSaved, onClose }: Props) {
  const form = useId();
  const [draft, setDraft] = useState(() => (provider === null ? newDraft('entra') : draftOf(provider)));
  const saving = useSave(provider, onSaved);
  const errors = fieldErrors(saving.error, fieldOf);
  const onChange = (part: Partial<ProviderDraft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    saving.mutate(draft);
  };
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        {appMessages.dialog.cancel}
      </Button>
      <Button type="submit" form={form} loading={saving.isPending} disabled={!canSave(provider, draft)}>
        {provider === null ? t.add : t.save}
      </Button>
    </>
  );
  return (
    <Dialog
      title={provider === null ? t.addTitle : t.editTitle(provider.Name)}
      onClose={onClose}
      foot={foot}
      isWide
      isSheet
    >
      <form id={form} onSubmit={submit} noValidate>
        <Stack gap="lg">
          <ConnectionFields {...{ draft, errors, onChange }} stored={provider} />
          {provider === null ? null : <AddressFields provider={provider} />}
          <AccountFields {...{ draft, errors, onChange }} />
          <RightsFields {...{ draft, errors, onChange }} />
          <ProblemAlert error={errors === null ? saving.error : null} />
        </Stack>
      </form>
    </Dialog>
  );
}

function canSave(provider: IdentityProvider | null, draft: ProviderDraft): boolean {
  if ([draft.name, draft.issuer, draft.clientId].some((text) => text.trim() === '')) return false;
  return provider === null || Object.keys(changeOf(provider, draft)).length > 0;
}

function useSave(provider: IdentityProvider | null, onSaved: (provider: IdentityProvider) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (draft: ProviderDraft) =>
      provider === null
        ? addProvider(creationOf(draft))
        : changeProvider(provider.ProviderId, changeOf(provider, draft)),
    onSuccess: (saved) => {
      void queries.invalidateQueries({ queryKey: ['identity-providers'] });
      onSaved(saved);
    },
  });
}

function fieldOf(parameter: string): ProviderField | null {
  return FIELDS.includes(parameter) ? (parameter as ProviderField) : null;
}
