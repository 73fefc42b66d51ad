import { Button } from '@mantine/core';
import { IconBookmarkPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContainerKey, Criterion } from '../../api/keys.ts';
import { saveSearch } from '../../api/tag-search.ts';
import { tagSearchTexts } from '../../texts/en/tag-search.ts';
import { NameDialog } from '../library/name-dialog.tsx';
import { showNotice } from '../shell/notice-list.ts';

const said = tagSearchTexts.saved;

/** Saves the search that is shown under a name. */
export function SaveSearch({ container: { kind, id }, criteria }: { container: ContainerKey; criteria: Criterion[] }) {
  const queries = useQueryClient();
  const [isAsked, ask] = useState(false);
  const save = async (SearchName: string) => {
    const place = kind === 'library' ? { LibraryId: id } : { FolderId: id };
    const Criteria = criteria.map(({ tagTypeId, value }) => ({ TagTypeId: tagTypeId, Value: value }));
    await saveSearch({ SearchName, ...place, Criteria });
    showNotice({ kind: 'done', text: said.saved(SearchName.trim()) });
    await queries.invalidateQueries({ queryKey: ['saved-searches'] });
  };
  return (
    <>
      <Button variant="default" leftSection={<IconBookmarkPlus size={18} aria-hidden />} onClick={() => ask(true)}>
        {said.save}
      </Button>
      {isAsked ? (
        <NameDialog
          title={said.save}
          label={said.name}
          submit={said.submit}
          taken={said.taken}
          onSubmit={save}
          onClose={() => ask(false)}
        />
      ) : null}
    </>
  );
}
