/** The list below the search field: recent and saved searches, documents and folders by name, and people. Loaded when the field has the focus. */
import { IconHistory, IconSearch, IconUser, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import type { NamedItem, User } from '../../api/answers.ts';
import { searchNames } from '../../api/library.ts';
import { suggestPeople } from '../../api/sharing.ts';
import { suggestionMessages as t } from '../../messages/en/search/suggestions.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { ItemIcon } from '../library/item/item-icon.tsx';
import { useSavedOptions } from '../tag-search/use-saved-options.tsx';
import { useRecentSearches } from './recent-searches.ts';
import { placeOf } from './place-of.ts';
import css from './suggestions.module.css';

const TYPING_MS = 200;
const MAX_ITEMS = 6;
const MAX_PEOPLE = 2;
const MAX_RECENT = 3;
const MAX_SAVED = 3;
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/**
 * `remove`: a recent search can be removed from the list, by Delete or a click on its cross. `stays`: the option leads nowhere.
 */
type Option = {
  key: string;
  label: string;
  hint?: string;
  icon: ReactNode;
  run: () => void;
  remove?: () => void;
  stays?: boolean;
};

type Props = {
  /** The id of the list, and the beginning of those of its options. */
  id: string;
  field: RefObject<HTMLInputElement | null>;
  text: string;
  /** Called with the id of the active option; null: none. */
  onActive: (id: string | null) => void;
  onClose: () => void;
  /** Called before an option that leads elsewhere runs. */
  onChoose: () => void;
  onSearch: (q: string) => void;
};

export function Suggestions({ id, field, text, onActive, onClose, onChoose, onSearch }: Props) {
  const options = useOptions(text.trim(), onSearch);
  const [chosen, choose] = useState<string | null>(null);
  const active = options.findIndex(({ key }) => key === chosen);
  useEffect(() => onActive(active === -1 ? null : `${id}-${active}`), [id, active, onActive]);
  const run = (option: Option) => {
    onClose();
    if (option.stays !== true) onChoose();
    option.run();
  };
  useKeys(field, (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[active];
    if (step !== undefined && options.length > 0) choose(options[nextOf(active, step, options.length)]?.key ?? null);
    else if (event.key === 'Enter' && option !== undefined) run(option);
    else if (event.key === 'Delete' && option?.remove !== undefined) option.remove();
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  });
  return (
    <div id={id} role="listbox" aria-label={t.title} className={css.list}>
      {options.map((option, at) => (
        <OptionButton
          key={option.key}
          id={`${id}-${at}`}
          option={option}
          isActive={at === active}
          onPoint={() => choose(option.key)}
          onRun={() => run(option)}
        />
      ))}
    </div>
  );
}

type OptionProps = { id: string; option: Option; isActive: boolean; onPoint: () => void; onRun: () => void };

function OptionButton({ id, option, isActive, onPoint, onRun }: OptionProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={css.option}
      onPointerMove={onPoint}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      {option.icon}
      <span className={css.text}>
        {option.label}
        {option.hint === undefined ? null : <small>{option.hint}</small>}
      </span>
      {option.remove === undefined ? null : <Remove label={option.label} onRemove={option.remove} />}
    </button>
  );
}

// An option has no controls in it, so this is one for the pointer only.
function Remove({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span
      aria-hidden
      title={t.remove(label)}
      className={css.remove}
      onClick={(event) => {
        event.stopPropagation();
        onRemove();
      }}
    >
      <IconX size={18} />
    </span>
  );
}

function useKeys(field: Props['field'], onKey: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    const input = field.current;
    input?.addEventListener('keydown', onKey);
    return () => input?.removeEventListener('keydown', onKey);
  });
}

// Before the first option and after the last one is the field itself.
function nextOf(active: number, step: number, count: number): number {
  const next = active + step;
  return next < -1 ? count - 1 : next >= count ? -1 : next;
}

function useOptions(text: string, onSearch: (q: string) => void): Option[] {
  const navigate = useNavigate();
  const { recent, remove, clear } = useRecentSearches();
  const { saved } = useSavedOptions(text, MAX_SAVED);
  const query = useDebounced(text, TYPING_MS);
  const found = useQuery({
    queryKey: ['found', 'suggestions', query],
    queryFn: () => searchNames(query, null),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const people = useQuery({
    queryKey: ['people', query, false, false, 'search'],
    queryFn: () => suggestPeople(query),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const before = recent
    .filter((q) => q.toLowerCase().startsWith(text.toLowerCase()) && q !== text)
    .map((q) => ({
      key: `q-${q}`,
      label: q,
      icon: <IconHistory {...icon} />,
      run: () => onSearch(q),
      remove: () => remove(q),
    }));
  const forget = { key: 'forget', label: t.clear, icon: <IconX {...icon} />, run: clear, stays: true };
  if (text === '') return before.length === 0 ? saved : [...saved, ...before, forget];
  const items = query === '' ? [] : (found.data?.body ?? []).slice(0, MAX_ITEMS);
  const persons = query === '' ? [] : (people.data ?? []).slice(0, MAX_PEOPLE);
  return [
    { key: 'all', label: t.everything(text), icon: <IconSearch {...icon} />, run: () => onSearch(text) },
    ...saved,
    ...before.slice(0, MAX_RECENT),
    ...items.map((item) => itemOption(item, navigate)),
    ...persons.map((person) => personOption(person, navigate)),
  ];
}

type Navigate = ReturnType<typeof useNavigate>;

function itemOption(found: NamedItem, navigate: Navigate): Option {
  const { ItemName: label, Links, Embedded } = found;
  const { Folder, Document } = Embedded;
  const kind = Folder === null ? 'document' : 'folder';
  const params = { id: String(Folder === null ? Document?.DocumentId : Folder.FolderId) };
  return {
    key: Links.Self,
    label,
    hint: placeOf(found),
    icon: <ItemIcon entry={{ kind, name: label }} />,
    run: () => void navigate({ to: kind === 'folder' ? '/folders/$id' : '/documents/$id', params }),
  };
}

function personOption({ UserId, Name, Email }: User, navigate: Navigate): Option {
  return {
    key: `person-${UserId}`,
    label: t.documentsOf(Name),
    hint: Email,
    icon: <IconUser {...icon} />,
    run: () => void navigate({ to: '/search', search: { by: String(UserId) } }),
  };
}
