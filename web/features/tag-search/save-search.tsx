import { Button } from '@mantine/core';
import { IconBookmarkPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContainerKey, TagCriterion } from '../../api/keys.ts';
import { saveSearch } from '../../api/search.ts';
import { tagSearchMessages } from '../../messages/en/tags.ts';
import { NameDialog } from '../library/dialogs/name-dialog.tsx';
import { showNotice } from '../shell/notice-list.ts';

const t = tagSearchMessages.saved;

/** Saves the current search under a name. */
export function SaveSearch({
  container: { kind, id },
  criteria,
}: {
  container: ContainerKey;
  criteria: TagCriterion[];
}) {
  const queries = useQueryClient();
  const [isAsked, ask] = useState(false);
  const save = async (SearchName: string) => {
    const place = kind === 'library' ? { LibraryId: id } : { FolderId: id };
    const Criteria = criteria.map(({ tagTypeId, value }) => ({ TagTypeId: tagTypeId, Value: value }));
    await saveSearch({ SearchName, ...place, Criteria });
    showNotice({ kind: 'done', text: t.saved(SearchName.trim()) });
    await queries.invalidateQueries({ queryKey: ['saved-searches'] });
  };
  return (
    <>
      <Button variant="default" leftSection={<IconBookmarkPlus size={18} aria-hidden />} onClick={() => ask(true)}>
        {t.save}
      </Button>
      {isAsked ? (
        <NameDialog
          title={t.save}
          label={t.name}
          submit={t.submit}
          taken={t.taken}
          onSubmit={save}
          onClose={() => ask(false)}
        />
      ) : null}
    </>
  );
}
