import { TextInput } from '@mantine/core';
import { IconArrowRight, IconBolt, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import type { NamedItem } from '../../api/answers.ts';
import { searchNames } from '../../api/library.ts';
import { shortcutMessages as t } from '../../messages/en/shortcuts.ts';
import { SEARCH_HINTS } from '../../ui/input-hints.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { focusFirst } from '../../ui/focus-first.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { ItemIcon } from '../library/item/item-icon.tsx';
import { placeOf } from '../search/place-of.ts';
import { useSections } from '../shell/sections.tsx';
import { useSavedOptions } from '../tag-search/use-saved-options.tsx';
import { listCommands } from './commands.ts';
import { showOverlay } from './overlay.ts';
import css from './shortcuts.module.css';

type Option = { key: string; label: string; hint?: string; icon: ReactNode; run: () => void };

const TYPING_MS = 200;
const MAX_FOUND = 8;
const MAX_SAVED = 3;
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** The command palette: actions of the page, pages, saved searches, and items by name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const { options, isCurrent } = useOptions(text.trim());
  const { active, isChosen, choose } = useActive(options);
  const run = (option: Option | undefined) => {
    if (option !== undefined) onClose();
    option?.run();
  };
  const runWhenKnown = useWaiting(isChosen || isCurrent, text, () => run(options[active]));
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      choose(options[(active + step + options.length) % options.length]?.key ?? null);
    } else if (event.key === 'Enter') runWhenKnown();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t.paletteTitle} onClose={onClose}>
      <TextInput
        {...FIELD}
        ref={focusFirst}
        aria-activedescendant={`command-${active}`}
        value={text}
        onKeyDown={onKey}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          choose(null);
        }}
      />
      <OptionList options={options} active={active} onPoint={choose} onRun={run} />
    </Dialog>
  );
}

const FIELD = {
  ...SEARCH_HINTS,
  role: 'combobox',
  'aria-label': t.paletteLabel,
  placeholder: t.paletteLabel,
  'aria-expanded': true,
  'aria-controls': 'commands',
  leftSection: <IconSearch size={18} aria-hidden />,
} as const;

// The index of the chosen option, otherwise of the first one. It is chosen by key, because items that are found later change the indexes.
function useActive(options: Option[]) {
  const [chosen, choose] = useState<string | null>(null);
  const found = options.findIndex(({ key }) => key === chosen);
  return { active: Math.max(found, 0), isChosen: found !== -1, choose };
}

// Runs at once, or when it is ready for this text: Enter must not open what was found for fewer letters.
function useWaiting(isReady: boolean, text: string, run: () => void): () => void {
  const [waitingFor, waitFor] = useState<string | null>(null);
  useEffect(() => {
    // It closes the palette.
    if (isReady && waitingFor === text) run();
  }, [isReady, waitingFor, text, run]);
  return () => (isReady ? run() : waitFor(text));
}

type OptionsProps = {
  options: Option[];
  active: number;
  onPoint: (key: string) => void;
  onRun: (option: Option) => void;
};

const showOption = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' });

// The field keeps the focus and handles the keys.
function OptionList({ options, active, onPoint, onRun }: OptionsProps) {
  return (
    <div className={css.commands} id="commands" role="listbox" aria-label={t.paletteTitle}>
      {options.map((option, index) => (
        <button
          type="button"
          key={option.key}
          id={`command-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className={css.command}
          ref={index === active ? showOption : null}
          onPointerMove={() => onPoint(option.key)}
          onClick={() => onRun(option)}
        >
          {option.icon}
          <span className={css.commandText}>
            {option.label}
            {option.hint === undefined ? null : <small>{option.hint}</small>}
          </span>
        </button>
      ))}
    </div>
  );
}

/** `isCurrent`: the first option is the one for the text as it is typed. */
type Options = { options: Option[]; isCurrent: boolean };

function useOptions(text: string): Options {
  const navigate = useNavigate();
  const sections = useSections();
  const { saved, isKnown } = useSavedOptions(text, MAX_SAVED);
  const query = useDebounced(text, TYPING_MS);
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: ['found', 'palette', query],
    queryFn: () => searchNames(query, null),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const actions = [
    ...listCommands().map(({ label, run }) => ({ key: label, label, icon: <IconBolt {...icon} />, run })),
    ...sections.map(({ to, label, Icon }) => ({
      key: to,
      label,
      icon: <Icon {...icon} />,
      run: () => void navigate({ to }),
    })),
    { key: 'sheet', label: t.title, icon: <IconBolt {...icon} />, run: () => showOverlay('sheet') },
  ].filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
  if (text === '') return { options: [...actions, ...saved], isCurrent: true };
  const found = (query === '' ? [] : (data?.body ?? [])).slice(0, MAX_FOUND).map((item) => optionOf(item, navigate));
  const all = () => void navigate({ to: '/search', search: { q: text } });
  const search = { key: 'search', label: t.searchFor(text), icon: <IconArrowRight {...icon} />, run: all };
  const isFound = query === text && (isError || (data !== undefined && !isPlaceholderData));
  const isCurrent = actions.length > 0 || (isKnown && (saved.length > 0 || isFound));
  return { options: [...actions, ...saved, ...found, search], isCurrent };
}

function optionOf(found: NamedItem, navigate: ReturnType<typeof useNavigate>): Option {
  const { ItemName: label, Embedded } = found;
  const { Folder, Document } = Embedded;
  const kind = Folder === null ? 'document' : 'folder';
  const params = { id: String(Folder === null ? Document?.DocumentId : Folder.FolderId) };
  return {
    key: found.Links.Self,
    label,
    hint: placeOf(found),
    icon: <ItemIcon entry={{ kind, name: label }} />,
    run: () => void navigate({ to: kind === 'folder' ? '/folders/$id' : '/documents/$id', params }),
  };
}
