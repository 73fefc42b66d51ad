/** The search options: one field for each part of a query. Searching writes the query into the search field. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { suggestPeople } from '../../../api/sharing.ts';
import { filterMessages } from '../../../messages/en/filters.ts';
import { optionMessages as t } from '../../../messages/en/search/options.ts';
import { librariesQuery } from '../../../queries.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SEARCH_HINTS } from '../../../ui/input-hints.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { KINDS } from '../../library/filters/filters.ts';
import { type SearchOptions, readOptions, writeOptions } from './options.ts';
import { TagOptions } from './tag-options.tsx';
import css from './options.module.css';

type Props = { q: string; onSearch: (q: string) => void; onClose: () => void };

export function OptionsDialog({ q, onSearch, onClose }: Props) {
  const form = useId();
  const [options, setOptions] = useState(() => readOptions(q));
  const change = (changed: Partial<SearchOptions>) => setOptions((before) => ({ ...before, ...changed }));
  const written = writeOptions(options);
  const isReversed = options.from !== '' && options.to !== '' && options.from > options.to;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (written !== '' && !isReversed) onSearch(written);
  };
  const foot = (
    <>
      <Button variant="default" onClick={() => setOptions(readOptions(''))}>
        {t.clear}
      </Button>
      <Button type="submit" form={form} disabled={written === '' || isReversed}>
        {t.search}
      </Button>
    </>
  );
  return (
    <Dialog title={t.title} onClose={onClose} foot={foot} isWide isSheet>
      <form id={form} onSubmit={submit} noValidate className={css.fields}>
        <Words options={options} onChange={change} />
        <Facts options={options} onChange={change} />
        <Days options={options} onChange={change} isReversed={isReversed} />
        <TagOptions place={options.place} tags={options.tags} onChange={(tags) => change({ tags })} />
        <Checkbox
          className={css.wide}
          label={t.starred}
          checked={options.isStarred}
          onChange={({ currentTarget }) => change({ isStarred: currentTarget.checked })}
        />
      </form>
    </Dialog>
  );
}

type FieldProps = { options: SearchOptions; onChange: (changed: Partial<SearchOptions>) => void };

function Words({ options, onChange }: FieldProps) {
  return (
    <>
      <TextInput
        {...SEARCH_HINTS}
        className={css.wide ?? ''}
        label={t.words}
        value={options.words}
        onChange={({ currentTarget }) => onChange({ words: currentTarget.value })}
      />
      <TextInput
        {...SEARCH_HINTS}
        label={t.phrase}
        value={options.phrase}
        onChange={({ currentTarget }) => onChange({ phrase: currentTarget.value })}
      />
      <TextInput
        {...SEARCH_HINTS}
        label={t.without}
        value={options.without}
        onChange={({ currentTarget }) => onChange({ without: currentTarget.value })}
      />
    </>
  );
}

function Facts({ options, onChange }: FieldProps) {
  const { kind, place, owner } = options;
  const list = useId();
  const { data: libraries } = useQuery(librariesQuery);
  // Extensions and several kinds are possible in the query.
  const other = kind === '' || KINDS.some((one) => one === kind) ? [] : [{ value: kind, label: kind }];
  return (
    <>
      <NativeSelect
        label={filterMessages.kind}
        data={[
          { value: '', label: t.anyKind },
          ...KINDS.map((value) => ({ value, label: filterMessages.kinds[value] })),
          ...other,
        ]}
        value={kind}
        onChange={({ currentTarget }) => onChange({ kind: currentTarget.value })}
      />
      <OwnerField owner={owner} onChange={(changed) => onChange({ owner: changed })} />
      <TextInput
        {...SEARCH_HINTS}
        className={css.wide ?? ''}
        label={t.place}
        placeholder={t.placeExample}
        list={list}
        value={place}
        onChange={({ currentTarget }) => onChange({ place: currentTarget.value })}
      />
      <datalist id={list}>
        {libraries?.map(({ LibraryId, LibraryName }) => (
          <option key={LibraryId} value={LibraryName}>
            {LibraryName}
          </option>
        ))}
      </datalist>
    </>
  );
}

const TYPING_MS = 200;

function OwnerField({ owner, onChange }: { owner: string; onChange: (owner: string) => void }) {
  const list = useId();
  const query = useDebounced(owner.trim(), TYPING_MS);
  const { data } = useQuery({
    queryKey: ['people', query, false, false, 'search'],
    queryFn: () => suggestPeople(query),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <TextInput
        {...SEARCH_HINTS}
        label={t.owner}
        placeholder={t.ownerExample}
        list={list}
        value={owner}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={list}>
        <option value="me">{t.me}</option>
        {data?.map(({ UserId, Name, Email }) => (
          <option key={UserId} value={Email}>
            {Name}
          </option>
        ))}
      </datalist>
    </>
  );
}

function Days({ options, onChange, isReversed }: FieldProps & { isReversed: boolean }) {
  return (
    <>
      <TextInput
        type="date"
        label={t.from}
        value={options.from}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t.to}
        value={options.to}
        error={isReversed ? filterMessages.days.wrong : undefined}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
    </>
  );
}
