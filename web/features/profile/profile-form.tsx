import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { changeProfile } from '../../api/profile.ts';
import { changedOf } from '../../changed-of.ts';
import { profileMessages } from '../../messages/en/profile.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { Unsaved } from '../shell/unsaved.tsx';
import { useMe } from '../shell/use-me.ts';

const t = profileMessages;

/** Name, time zone and language. */
export function ProfileForm() {
  const me = useMe();
  const { wanted, setWanted, change, save } = useProfile();
  const isSame = Object.keys(change).length === 0;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(change);
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

// Only changes are sent, so that those of another tab are kept.
function useProfile() {
  const { Name, TimeZone } = useMe();
  const [before, setBefore] = useState<Wanted>({ Name, TimeZone });
  const [wanted, setWanted] = useState(before);
  const save = useSave((sent, saved) => {
    // Not what was typed since. The server shortens spaces in names.
    const keep = <Key extends keyof Wanted>(now: Wanted, key: Key) =>
      now[key] === (sent[key] ?? before[key]) ? saved[key] : now[key];
    setBefore(saved);
    setWanted((now) => ({ Name: keep(now, 'Name'), TimeZone: keep(now, 'TimeZone') }));
  });
  return { wanted, setWanted, change: changedOf(before, wanted), save };
}

type Wanted = { Name: string; TimeZone: string | null };

function useSave(onSaved: (sent: Partial<Wanted>, saved: Wanted) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: changeProfile,
    onSuccess: (me, sent: Partial<Wanted>) => {
      onSaved(sent, { Name: me.Name, TimeZone: me.TimeZone });
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
