import { Button } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listAllLibraries, createLibrary, renameLibrary, trashLibrary } from '../../../api/admin/libraries.ts';
import type { Library } from '../../../api/answers.ts';
import { adminLibraryMessages } from '../../../messages/en/admin/libraries.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { describeFailure } from '../../library/actions/run-all.ts';
import { ShareDialog } from '../../sharing/share-dialog.tsx';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { CreateNamed, NamedDialogs } from '../named.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { TagTypesDialog } from '../../tags/tag-types-dialog.tsx';
import { tagMessages } from '../../../messages/en/tags.ts';
import tableCss from '../../../ui/table/table.module.css';
import libraryCss from '../../library/library.module.css';
import adminCss from '../admin.module.css';

const t = adminLibraryMessages;

type Question = { kind: 'create' } | { kind: 'share' | 'tags' | 'rename' | 'remove'; library: Library };
type Asking = { ask: (question: Question) => void };

/** All shared libraries. */
export function AdminLibrariesPage() {
  const [question, ask] = useState<Question | null>(null);
  const list = usePagedList(['libraries', 'all'], listAllLibraries);
  const corporate = { ...list, items: list.items?.filter(({ IsPrivate }) => !IsPrivate) };
  const head = (
    <div className={adminCss.adminFind}>
      <Button leftSection={<IconBook2 size={18} aria-hidden />} onClick={() => ask({ kind: 'create' })}>
        {t.add}
      </Button>
    </div>
  );
  const none = { Icon: IconBook2, text: t.none };
  return (
    <>
      <ListPage title={t.title} text={t.text} list={corporate} none={none} head={head}>
        {(libraries) => (
          <DataTable
            label={t.title}
            items={libraries}
            idOf={({ LibraryId }) => LibraryId}
            columns={COLUMNS}
            renderActions={(library) => <LibraryActions library={library} ask={ask} />}
          />
        )}
      </ListPage>
      {question === null ? null : <Asked question={question} ask={ask} onClose={() => ask(null)} />}
    </>
  );
}

const COLUMNS: Column<Library>[] = [
  {
    label: t.name,
    isMain: true,
    cell: ({ LibraryId, LibraryName }) => (
      <span className={tableCss.item}>
        <IconBook2 size={22} stroke={1.5} className={libraryCss.iconFolder} aria-hidden />
        <Link to="/libraries/$id" params={{ id: String(LibraryId) }}>
          {LibraryName}
        </Link>
      </span>
    ),
  },
];

function LibraryActions({ library, ask }: Asking & { library: Library }) {
  return (
    <RowActions
      name={library.LibraryName}
      actions={[
        { label: sharingMessages.action, run: () => ask({ kind: 'share', library }) },
        { label: tagMessages.action, run: () => ask({ kind: 'tags', library }) },
        { label: t.rename, run: () => ask({ kind: 'rename', library }) },
        { label: t.remove, run: () => ask({ kind: 'remove', library }) },
      ]}
    />
  );
}

function Asked({ question, ask, onClose }: Asking & { question: Question; onClose: () => void }) {
  const { create, rename, remove } = useLibraryActions(ask);
  if (question.kind === 'create') return <CreateNamed t={t} onClose={onClose} onCreate={create} />;
  const { kind, library } = question;
  const { LibraryId: id, LibraryName: name } = library;
  if (kind === 'share') return <ShareDialog object={{ kind: 'library', id, name }} onClose={onClose} />;
  if (kind === 'tags') return <TagTypesDialog library={{ id, name }} onClose={onClose} />;
  const answers = { onRename: (wanted: string) => rename(library, wanted), onRemove: () => void remove(library) };
  return <NamedDialogs kind={kind} name={name} t={t} onClose={onClose} {...answers} />;
}

function useLibraryActions(ask: Asking['ask']) {
  const queries = useQueryClient();
  const notify = (text: string, kind: 'done' | 'failed' = 'done') => {
    for (const key of ['libraries', 'trash', 'place']) void queries.invalidateQueries({ queryKey: [key] });
    showNotice({ kind, text });
  };
  return {
    create: async (name: string) => {
      const library = await createLibrary(name);
      void queries.invalidateQueries({ queryKey: ['libraries'] });
      const act = { label: t.permit, run: () => ask({ kind: 'share', library }) };
      showNotice({ kind: 'done', text: t.created(library.LibraryName), act });
    },
    rename: async ({ LibraryId }: Library, wanted: string) => {
      const { LibraryName } = await renameLibrary(LibraryId, wanted);
      notify(t.renamed(LibraryName));
    },
    remove: ({ LibraryId, LibraryName }: Library) =>
      trashLibrary(LibraryId).then(
        () => notify(t.removal.done(LibraryName)),
        (error: Error) => notify(describeFailure(error), 'failed'),
      ),
  };
}
