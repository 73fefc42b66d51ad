import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Permission, Place } from '../../api/answers.ts';
import { ApiError, type WithETag } from '../../api/client.ts';
import { savePermissions } from '../../api/permissions.ts';
import { appMessages } from '../../messages/en/app.ts';
import { permissionMessages } from '../../messages/en/permissions.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { AddEntry } from './add-entry.tsx';
import { type DraftEntry, draftOf, entriesOf, isSame, saysNothing } from './draft.ts';
import { EntryFields } from './entry-fields.tsx';
import { InheritedEntries } from './inherited-entries.tsx';
import type { PermissionTarget } from './permissions-dialog.tsx';

const t = permissionMessages;

type Props = {
  object: PermissionTarget;
  place: Place;
  seen: WithETag<Permission[]>;
  onReload: () => void;
  onExplain: () => void;
  onClose: () => void;
};

/** The object's own entries, which can be changed, and the inherited ones. */
export function PermissionsForm({ object, place, seen, onReload, onExplain, onClose }: Props) {
  const [former] = useState(() => draftOf(seen.body));
  const [draft, setDraft] = useState(former);
  const saving = useSave(object, seen.tag, onClose);
  const isChanged = !isSame(former, draft);
  const foot = (
    <>
      {isChanged ? null : (
        <Button variant="subtle" mr="auto" onClick={onExplain}>
          {t.access.action}
        </Button>
      )}
      <Group wrap="nowrap" gap={10}>
        <Button variant="default" onClick={onClose}>
          {appMessages.dialog.cancel}
        </Button>
        <Button
          disabled={!isChanged || draft.some(saysNothing)}
          loading={saving.isPending}
          onClick={() => saving.mutate(draft)}
        >
          {t.save}
        </Button>
      </Group>
    </>
  );
  return (
    <Dialog isWide title={t.title(object.name)} onClose={onClose} foot={foot}>
      <Stack gap="md">
        <Refusal saving={saving} onReload={onReload} />
        <OwnEntries draft={draft} kind={object.kind} onChange={setDraft} />
        <AddEntry without={draft.map(({ key }) => key)} onAdd={(entry) => setDraft([...draft, entry])} />
        {object.kind === 'library' ? null : (
          <InheritedEntries entries={seen.body.filter(({ Inherited }) => Inherited === true)} place={place} />
        )}
      </Stack>
    </Dialog>
  );
}

type OwnProps = { draft: DraftEntry[]; kind: PermissionTarget['kind']; onChange: (draft: DraftEntry[]) => void };

function OwnEntries({ draft, kind, onChange }: OwnProps) {
  const rule = kind === 'document' ? t.rule : `${t.inside} ${t.rule}`;
  return (
    <section>
      <Title order={3} size="h5">
        {t.here}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {draft.length === 0 ? t.noneHere : rule}
      </Text>
      <ul>
        {draft.map((entry) => (
          <EntryFields
            key={entry.key}
            entry={entry}
            onChange={(changed) => onChange(draft.map((other) => (other.key === changed.key ? changed : other)))}
            onRemove={() => onChange(draft.filter(({ key }) => key !== entry.key))}
          />
        ))}
      </ul>
    </section>
  );
}

type Saving = UseMutationResult<Permission[], Error, DraftEntry[]>;

function useSave(object: PermissionTarget, tag: string, onClose: () => void): Saving {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (draft) => savePermissions(object, entriesOf(draft), tag),
    onSuccess: () => {
      for (const key of ['access', 'place', 'libraries']) void queries.invalidateQueries({ queryKey: [key] });
      showNotice({ kind: 'done', text: t.saved(object.name) });
      onClose();
    },
  });
}

// Changes by other people are shown before they are overwritten.
function Refusal({ saving: { error }, onReload }: { saving: Saving; onReload: () => void }) {
  const isOutdated = error instanceof ApiError && error.status === 412;
  return (
    <ProblemAlert error={error} known={whyNotSaved}>
      {isOutdated ? (
        <Button variant="default" size="compact-sm" onClick={onReload}>
          {t.changed.again}
        </Button>
      ) : null}
    </ProblemAlert>
  );
}

function whyNotSaved({ status }: ApiError): string | null {
  const known: Record<number, string> = { 403: t.forbidden, 404: t.missing, 412: t.changed.text };
  return known[status] ?? null;
}
