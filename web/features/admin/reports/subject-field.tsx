/** The subject of a report. */
import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { NamedItem } from '../../../api/answers.ts';
import { searchNames } from '../../../api/library.ts';
import { librariesQuery } from '../../../queries.ts';
import type { ReportSubject } from '../../../api/reports.ts';
import { reportMessages as t } from '../../../messages/en/reports.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { SuggestField } from '../../sharing/people/suggest-field.tsx';
import { usePersonAt } from '../../sharing/people/use-suggestions.ts';
import '@mantine/core/styles/Radio.css';
import { CODE_HINTS } from '../../../ui/input-hints.ts';
import css from '../../reports/reports.module.css';

type Choose = { isMissing: boolean; onChoose: (subject: ReportSubject | null) => void };

/** One field per kind of subject. Nothing is selected until the subject is known to exist. */
export function SubjectField({ kind, ...choose }: Choose & { kind: 'user' | 'document' | 'library' }) {
  if (kind === 'user') return <PersonField {...choose} />;
  return kind === 'document' ? <DocumentField {...choose} /> : <LibraryField {...choose} />;
}

function PersonField({ isMissing, onChoose }: Choose) {
  const [typed, setTyped] = useState('');
  const person = usePersonAt(typed);
  const userId = person?.UserId ?? null;
  useEffect(() => {
    onChoose(userId === null ? null : { kind: 'user', userId });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs for another selection only, not for another callback
  }, [userId]);
  return (
    <SuggestField
      label={t.person.label}
      hint={t.person.hint}
      error={isMissing ? t.person.wrong : undefined}
      typed={typed}
      onType={(text) => {
        setTyped(text);
        onChoose(null);
      }}
      onPick={({ id, address }) => {
        setTyped(address ?? '');
        onChoose({ kind: 'user', userId: id });
      }}
      without={[]}
      options={{ withSelf: true }}
    />
  );
}

const TYPING_MS = 250;
const SHOWN = 8;

function DocumentField({ isMissing, onChoose }: Choose) {
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim(), TYPING_MS);
  const { data, error } = useQuery({
    queryKey: ['found', query, 'first'],
    queryFn: () => searchNames(query, null),
    enabled: query !== '',
  });
  const found = (data?.body ?? []).filter(({ Embedded }) => Embedded.Document !== null);
  return (
    <div>
      <TextInput
        {...CODE_HINTS}
        label={t.document.label}
        description={t.document.hint}
        error={isMissing ? t.document.wrong : undefined}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onChoose(null);
        }}
      />
      <ProblemAlert error={error} />
      {data === undefined || query === '' ? null : <Found key={query} found={found} onChoose={onChoose} />}
    </div>
  );
}

function Found({ found, onChoose }: { found: NamedItem[]; onChoose: Choose['onChoose'] }) {
  if (found.length === 0) {
    return (
      <p className={css.reportHint} role="status">
        {t.document.none}
      </p>
    );
  }
  return (
    <fieldset className={css.reportFound}>
      <legend className={css.reportHint}>{t.document.found}</legend>
      {found.slice(0, SHOWN).map(({ ItemName, LibraryName, Embedded: { Document } }) => (
        <Radio
          key={Document?.DocumentId}
          name="document"
          label={ItemName}
          description={LibraryName}
          onChange={() => onChoose({ kind: 'document', documentId: Document?.DocumentId ?? 0 })}
        />
      ))}
    </fieldset>
  );
}

function LibraryField({ isMissing, onChoose }: Choose) {
  const { data, error } = useQuery(librariesQuery);
  if (error !== null) return <ProblemAlert error={error} />;
  const options = (data ?? []).map(({ LibraryId, LibraryName }) => ({ value: String(LibraryId), label: LibraryName }));
  return (
    <NativeSelect
      label={t.library.label}
      error={isMissing ? t.library.wrong : undefined}
      data={[{ value: '', label: t.library.choose }, ...options]}
      onChange={({ currentTarget: { value } }) =>
        onChoose(value === '' ? null : { kind: 'library', libraryId: Number(value) })
      }
    />
  );
}
