import { Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnShare, SharingRules } from '../../../api/answers.ts';
import type { ApiError } from '../../../api/client.ts';
import { changeShare, getOwnShare, getSharingRules } from '../../../api/sharing.ts';
import { linkMessages } from '../../../messages/en/links.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { type FieldErrors, TERM_FIELDS, type TermField, fieldErrors } from '../field-errors.ts';
import { EditFields } from './edit-fields.tsx';
import { type LinkDraft, draftOf, lacksPassword, toLinkChange } from './link-draft.ts';

const t = linkMessages.edit;

/** `name`: of the shared item. */
export type EditLinkProps = { shareId: number; name: string; onClose: () => void };

/** Edits the terms of one of the person's links. */
export function EditLink(props: EditLinkProps) {
  const { shareId, name, onClose } = props;
  const rules = useQuery({ queryKey: ['sharing-rules'], queryFn: getSharingRules });
  // The form starts from the current state and does not change while the person edits it.
  const link = useQuery({
    queryKey: ['edited-share', shareId],
    queryFn: () => getOwnShare(shareId),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (rules.data !== undefined && link.data !== undefined) {
    return <LinkForm {...props} rules={rules.data} link={link.data} />;
  }
  const error = rules.error ?? link.error;
  return (
    <Dialog title={t.title(name)} onClose={onClose} foot={null}>
      {error === null ? <Skeleton height={320} /> : <ProblemAlert error={error} known={describeProblem} />}
    </Dialog>
  );
}

function LinkForm({ name, link, rules, onClose }: EditLinkProps & { link: OwnShare; rules: SharingRules }) {
  const [before] = useState(() => draftOf(link, rules));
  const [draft, setDraft] = useState(before);
  const { save, isMissing, saving } = useSaving(link, before, onClose);
  const errors = linkErrors(saving.error);
  const shown = isMissing && draft.password === '' ? { ...errors, password: t.passwordMissing } : { ...errors };
  return (
    <FormDialog
      title={t.title(name)}
      submit={t.save}
      isBusy={saving.isPending}
      isBegun={Object.keys(toLinkChange(link, before, draft)).length > 0}
      onSubmit={() => save(draft)}
      onClose={onClose}
    >
      <Stack gap="md">
        <EditFields
          {...{ link, rules, before, draft }}
          errors={shown}
          onChange={(changed) => setDraft((last) => ({ ...last, ...changed }))}
        />
        {draft.password === '' || draft.protection !== 'password' ? null : <Text size="sm">{t.lock}</Text>}
        <ProblemAlert error={errors === null ? saving.error : null} known={describeProblem} />
      </Stack>
    </FormDialog>
  );
}

function useSaving(link: OwnShare, before: LinkDraft, onClose: () => void) {
  const queries = useQueryClient();
  const [isMissing, setMissing] = useState(false);
  const saving = useMutation({
    mutationFn: (draft: LinkDraft) => changeShare(link, toLinkChange(link, before, draft)),
    onSuccess: () => {
      for (const noun of ['own-shares', 'own-share', 'access']) void queries.invalidateQueries({ queryKey: [noun] });
      showNotice({ kind: 'done', text: t.saved });
      onClose();
    },
  });
  const save = (draft: LinkDraft) => {
    const lacks = lacksPassword(link, draft);
    setMissing(lacks);
    if (lacks) return;
    if (Object.keys(toLinkChange(link, before, draft)).length === 0) onClose();
    else saving.mutate(draft);
  };
  return { save, isMissing, saving };
}

type LinkField = TermField | 'name' | 'domains' | 'downloads';

/** The errors of the form. */
export type LinkErrors = FieldErrors<LinkField>;

const FIELDS: Record<string, LinkField> = {
  ...TERM_FIELDS,
  Name: 'name',
  Recipients: 'domains',
  AllowedDomains: 'domains',
  MaxDownloads: 'downloads',
};

const linkErrors = (error: Error | null): LinkErrors | null =>
  fieldErrors(error, (parameter) => FIELDS[parameter] ?? null);

function describeProblem({ status }: ApiError): string | null {
  if (status === 403) return t.forbidden;
  if (status === 409) return t.pending;
  return status === 404 ? t.missing : null;
}
