import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { changeProfile } from '../../api/profile.ts';
import { profileMessages } from '../../messages/en/profile.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { Unsaved } from '../shell/unsaved.tsx';
import { useMe } from '../shell/use-me.ts';

const t = profileMessages;

/** Name, time zone and language. */
export function ProfileForm() {
  const me = useMe();
  const [wanted, setWanted] = useState<Wanted>({ Name: me.Name, TimeZone: me.TimeZone });
  // The server shortens spaces in names.
  const save = useSave((sent, { Name, TimeZone }) => setWanted((now) => (now === sent ? { Name, TimeZone } : now)));
  const isSame = wanted.Name === me.Name && wanted.TimeZone === me.TimeZone;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(wanted);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t.name}
          autoComplete="name"
          enterKeyHint="done"
          maxLength={199}
          value={wanted.Name}
          onChange={({ currentTarget: { value: Name } }) => setWanted({ ...wanted, Name })}
        />
        <NativeSelect
          label={t.timeZone}
          description={t.timeZoneHint}
          data={zones(me.TimeZone)}
          value={wanted.TimeZone ?? ''}
          onChange={({ currentTarget: { value } }) => setWanted({ ...wanted, TimeZone: value === '' ? null : value })}
        />
        <NativeSelect label={t.language} data={[{ value: 'en', label: t.english }]} />
        <ProblemAlert error={save.error} />
        <Unsaved isUnsaved={!isSame} />
        <div>
          <Button type="submit" loading={save.isPending} disabled={isSame || wanted.Name.trim() === ''}>
            {t.save}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

type Wanted = { Name: string; TimeZone: string | null };

function useSave(onSaved: (sent: Wanted, me: Wanted) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: changeProfile,
    onSuccess: (me, sent: Wanted) => {
      onSaved(sent, me);
      queries.setQueryData(['me'], me);
      // Lists show the name too, and all times may now be in another zone.
      void queries.invalidateQueries();
      showNotice({ kind: 'done', text: t.saved });
    },
  });
}

// The chosen one may be an alias, which browsers do not list.
function zones(chosen: string | null) {
  const known = Intl.supportedValuesOf('timeZone');
  const all = new Set([...known, 'UTC', ...(chosen === null ? [] : [chosen])]);
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const named = [...all].toSorted().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
  return [{ value: '', label: t.deviceZone(device.replaceAll('_', ' ')) }, ...named];
}
