import { ActionIcon, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, type SubmitEvent, lazy, useCallback, useId, useRef, useState } from 'react';
import { appMessages } from '../../messages/en/app.ts';
import { SEARCH_HINTS } from '../../ui/input-hints.ts';
import { useRecentSearches } from '../search/recent-searches.ts';
import css from './shell.module.css';

const t = appMessages.search;
const OptionsDialog = lazy(async () => ({
  default: (await import('../search/options/options-dialog.tsx')).OptionsDialog,
}));
const Suggestions = lazy(async () => ({ default: (await import('../search/suggestions.tsx')).Suggestions }));

/** Searches names, tags and texts of everything that the person can read. */
export function SearchBox() {
  const { q = '' } = useSearch({ strict: false });
  // The field shows the current query on the search page, and is empty on others.
  return <Box key={q} initial={q} />;
}

function Box({ initial }: { initial: string }) {
  const [text, setText] = useState(initial);
  const [hasOptions, showOptions] = useState(false);
  const search = useStartSearch();
  const start = (q: string) => {
    showOptions(false);
    search(q.trim());
  };
  return (
    <>
      <SearchForm
        text={text}
        onText={setText}
        onChoose={() => setText(initial)}
        onSearch={start}
        onOptions={() => showOptions(true)}
      />
      {hasOptions ? (
        <Suspense>
          <OptionsDialog q={text} onSearch={start} onClose={() => showOptions(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

type FormProps = {
  text: string;
  onText: (text: string) => void;
  /** A suggestion leads elsewhere than to the text. */
  onChoose: () => void;
  onSearch: (q: string) => void;
  /** The options are read from the text, and their search writes it. */
  onOptions: () => void;
};

function SearchForm({ text, onText, onChoose, onSearch, onOptions }: FormProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const close = useCallback(() => setOpen(false), []);
  const start = (q: string) => {
    close();
    onSearch(q);
  };
  return (
    <form role="search" className={css.shellSearch} onSubmit={submitting(() => start(text))}>
      <TextInput
        {...SEARCH_HINTS}
        {...LOOK}
        ref={field}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen && active !== null ? active : undefined}
        value={text}
        onBlur={close}
        onClick={() => setOpen(true)}
        onChange={({ currentTarget }) => {
          onText(currentTarget.value);
          setOpen(true);
        }}
        rightSection={<OptionsButton onClick={onOptions} />}
      />
      {isOpen ? (
        <Suspense>
          <Suggestions {...{ id, field, text, onChoose }} onActive={setActive} onClose={close} onSearch={start} />
        </Suspense>
      ) : null}
    </form>
  );
}

function OptionsButton({ onClick }: { onClick: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      size={32}
      aria-label={t.options}
      title={t.options}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <IconAdjustmentsHorizontal size={18} aria-hidden />
    </ActionIcon>
  );
}

const submitting = (run: () => void) => (event: SubmitEvent) => {
  event.preventDefault();
  run();
};

const LOOK = {
  type: 'search',
  'aria-label': t.label,
  placeholder: t.placeholder,
  leftSection: <IconSearch size={18} aria-hidden />,
} as const;

function useStartSearch(): (q: string) => void {
  const navigate = useNavigate();
  const { add } = useRecentSearches();
  return (q) => {
    if (q === '') return;
    add(q);
    void navigate({ to: '/search', search: { q } });
  };
}
