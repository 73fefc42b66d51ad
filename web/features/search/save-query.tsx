import { Button, Checkbox } from '@mantine/core';
import { IconBookmarkPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveSearch } from '../../api/search.ts';
import { savedMessages as t } from '../../messages/en/search/saved.ts';
import { tagSearchMessages } from '../../messages/en/tags.ts';
import { NameDialog } from '../library/dialogs/name-dialog.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { canAlert } from '../tag-search/saved-link.ts';
import { type SearchFilters, queryOf } from './search-address.ts';

const { saved } = tagSearchMessages;

type Search = SearchFilters & { q: string };

/** Saves the shown search under a name, with its filters as operators, and can turn its alert on. */
export function SaveQuery({ search }: { search: Search }) {
  const [isAsked, ask] = useState(false);
  // A place alone is no query.
  if (queryOf(search) === '') return null;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconBookmarkPlus size={18} aria-hidden />}
        onClick={() => ask(true)}
      >
        {t.save}
      </Button>
      {isAsked ? <SaveDialog search={search} onClose={() => ask(false)} /> : null}
    </>
  );
}

function SaveDialog({ search, onClose }: { search: Search; onClose: () => void }) {
  const queries = useQueryClient();
  const [hasAlert, setAlert] = useState(false);
  const { libraryId, folderId } = search;
  const Q = queryOf(search);
  const save = async (SearchName: string) => {
    const place = folderId === null ? { LibraryId: libraryId } : { FolderId: folderId };
    await saveSearch({ SearchName, Q, Alert: canAlert(Q) && hasAlert, ...place });
    showNotice({ kind: 'done', text: saved.saved(SearchName.trim()) });
    await queries.invalidateQueries({ queryKey: ['saved-searches'] });
  };
  const alert = (
    <Checkbox
      mb="sm"
      label={t.alert}
      description={t.alertText}
      checked={hasAlert}
      onChange={({ currentTarget }) => setAlert(currentTarget.checked)}
    />
  );
  return (
    <NameDialog
      title={t.save}
      label={saved.name}
      submit={saved.submit}
      taken={t.refused}
      initial={search.q.slice(0, 199)}
      takesInitial
      other={canAlert(Q) ? alert : null}
      onSubmit={save}
      onClose={onClose}
    />
  );
}
