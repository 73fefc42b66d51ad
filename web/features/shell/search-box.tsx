import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { appMessages } from '../../messages/en/app.ts';
import { SEARCH_HINTS } from '../../ui/input-hints.ts';
import css from './shell.module.css';

const t = appMessages.search;

/** Searches all names that the person can read. */
export function SearchBox() {
  const { q = '' } = useSearch({ strict: false });
  // The field shows the current query on the search page, and is empty on others.
  return <Box key={q} initial={q} />;
}

function Box({ initial }: { initial: string }) {
  const [text, setText] = useState(initial);
  const navigate = useNavigate();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() !== '') void navigate({ to: '/search', search: { q: text.trim() } });
  };
  return (
    <form role="search" className={css.shellSearch} onSubmit={submit}>
      <TextInput
        {...SEARCH_HINTS}
        type="search"
        aria-label={t.label}
        placeholder={t.placeholder}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </form>
  );
}
