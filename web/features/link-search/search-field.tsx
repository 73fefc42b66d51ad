import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import type { Visit } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { SEARCH_HINTS } from '../../ui/input-hints.ts';
import { searchOf } from '../contents/here-place.ts';
import { useVisit } from '../visits/visit-context.ts';

const t = messages.search;

/** Searches the shared folder and everything below it. */
export function SearchField() {
  const { q = '' } = useSearch({ strict: false });
  return <Field key={q} initial={q} />;
}

function Field({ initial }: { initial: string }) {
  const { visit } = useVisit();
  const [text, setText] = useState(initial);
  const navigate = useNavigate();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const q = text.trim();
    void navigate({ to: '.', search: (search) => searchOf(search, q === '' ? {} : { q }) });
  };
  return (
    <form role="search" onSubmit={submit}>
      <TextInput
        {...SEARCH_HINTS}
        type="search"
        aria-label={t.label}
        placeholder={searchesText(visit) ? t.placeholder : t.placeholderNames}
        leftSection={<IconSearch size={18} aria-hidden />}
        maxLength={512}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </form>
  );
}

/** Whether texts are searched, and not only names (docs/api/links.md#search). */
export function searchesText({ Allow, DownloadsLeft }: Pick<Visit, 'Allow' | 'DownloadsLeft'>): boolean {
  return Allow.Download && DownloadsLeft === null;
}
