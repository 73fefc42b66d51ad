/** The person's saved searches: each with a link, its alert, and buttons that rename and delete it. */
import { ActionIcon, Title } from '@mantine/core';
import { IconBell, IconBellFilled, IconPencil, IconSearch, IconTags, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import type { SavedSearch } from '../../api/answers.ts';
import { changeSearch, deleteSearch, listSavedSearches, saveSearch } from '../../api/search.ts';
import { appMessages } from '../../messages/en/app.ts';
import { savedMessages } from '../../messages/en/search/saved.ts';
import { tagSearchMessages } from '../../messages/en/tags.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { PlaceName } from '../library/item/place-row.tsx';
import { describeFailure } from '../library/actions/run-all.ts';
import { showNotice } from '../shell/notice-list.ts';
import { NameDialog } from '../library/dialogs/name-dialog.tsx';
import { canAlert, linkOf } from './saved-link.ts';
import tagSearchCss from './tag-search.module.css';
import libraryCss from '../library/library.module.css';
import shellCss from '../shell/shell.module.css';

const t = tagSearchMessages.saved;

/** Saved searches of all libraries. Hidden if there are none. */
export function SavedSearches() {
  const title = useId();
  const { data, error } = useQuery({ queryKey: ['saved-searches'], queryFn: listSavedSearches });
  if (error !== null) return <ProblemAlert error={error} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-labelledby={title}>
      <Title order={2} size="h4" className={shellCss.sectionTitle} id={title}>
        {t.title}
      </Title>
      <ul className={libraryCss.placeList}>
        {data.map((search) => (
          <SavedRow key={search.SavedSearchId} search={search} />
        ))}
      </ul>
    </section>
  );
}

function SavedRow({ search }: { search: SavedSearch }) {
  const remove = useRemove(search);
  const { SearchName, Q } = search;
  const Icon = Q === null ? IconTags : IconSearch;
  return (
    <li className={tagSearchCss.savedSearch}>
      <SavedLink search={search}>
        <Icon size={24} stroke={1.5} aria-hidden />
        <PlaceName name={SearchName} text={factsOf(search)} />
      </SavedLink>
      {Q === null || !canAlert(Q) ? null : <AlertButton search={search} />}
      <RenameButton search={search} />
      <Tool label={t.remove(SearchName)} onClick={() => void remove()}>
        <IconX size={18} aria-hidden />
      </Tool>
    </li>
  );
}

const isClosed = ({ LibraryId, FolderId, PlaceName: place }: SavedSearch) =>
  place === null && (LibraryId !== null || FolderId !== null);

function factsOf(search: SavedSearch): string {
  const { PlaceName: place, Q } = search;
  if (isClosed(search)) return t.closed;
  const parts = [...(Q === null ? [] : [Q]), ...(place === null ? [] : [t.of(place)])];
  return parts.join(' · ');
}

// A search whose place is not accessible has no link.
function SavedLink({ search, children }: { search: SavedSearch; children: ReactNode }) {
  if (isClosed(search)) return <span className={libraryCss.placeRow}>{children}</span>;
  return (
    <Link {...linkOf(search)} className={libraryCss.placeRow}>
      {children}
    </Link>
  );
}

type ToolProps = { label: string; isOn?: boolean; onClick: () => void; children: ReactNode };

function Tool({ label, isOn, onClick, children }: ToolProps) {
  return (
    <ActionIcon variant="subtle" size={36} aria-label={label} aria-pressed={isOn} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

function AlertButton({ search: { SavedSearchId, SearchName, Alert } }: { search: SavedSearch }) {
  const notify = useNotify();
  const change = () =>
    notify(
      changeSearch(SavedSearchId, { Alert: !Alert }),
      Alert ? savedMessages.turnedOff(SearchName) : savedMessages.turnedOn(SearchName),
    );
  const Icon = Alert ? IconBellFilled : IconBell;
  return (
    <Tool label={savedMessages.turnOn(SearchName)} isOn={Alert} onClick={() => void change()}>
      <Icon size={18} aria-hidden />
    </Tool>
  );
}

function RenameButton({ search: { SavedSearchId, SearchName } }: { search: SavedSearch }) {
  const queries = useQueryClient();
  const [isAsked, ask] = useState(false);
  const rename = async (name: string) => {
    await changeSearch(SavedSearchId, { SearchName: name });
    showNotice({ kind: 'done', text: savedMessages.renamed(name.trim()) });
    await queries.invalidateQueries({ queryKey: ['saved-searches'] });
  };
  return (
    <>
      <Tool label={savedMessages.rename(SearchName)} onClick={() => ask(true)}>
        <IconPencil size={18} aria-hidden />
      </Tool>
      {isAsked ? (
        <NameDialog
          title={savedMessages.renameTitle}
          label={t.name}
          submit={t.submit}
          initial={SearchName}
          taken={t.taken}
          onSubmit={rename}
          onClose={() => ask(false)}
        />
      ) : null}
    </>
  );
}

/** Shows how a change went, and the list after it. */
function useNotify() {
  const queries = useQueryClient();
  return (work: Promise<unknown>, text: string, act?: { label: string; run: () => void }): Promise<void> =>
    work.then(
      () => {
        showNotice({ kind: 'done', text, act });
        return queries.invalidateQueries({ queryKey: ['saved-searches'] });
      },
      (error: Error) => void showNotice({ kind: 'failed', text: describeFailure(error) }),
    );
}

function useRemove(search: SavedSearch): () => Promise<void> {
  const notify = useNotify();
  // A search has either conditions or a query.
  const { Q, Criteria, ...kept } = search;
  const again = Q === null ? { ...kept, Criteria } : { ...kept, Q };
  const back = () => void notify(saveSearch(again), t.saved(search.SearchName));
  const undo = { label: appMessages.notices.undo, run: back };
  // A search whose place is not accessible cannot be saved again, so it has no undo.
  return () =>
    notify(deleteSearch(search.SavedSearchId), t.removed(search.SearchName), isClosed(search) ? undefined : undo);
}
