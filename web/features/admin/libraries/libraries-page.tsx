import { Button } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listAllLibraries, createLibrary, renameLibrary, trashLibrary } from '../../../api/admin/libraries.ts';
import type { Library } from '../../../api/answers.ts';
import { adminLibraryMessages } from '../../../messages/en/admin-libraries.ts';
import { permissionMessages } from '../../../messages/en/permissions.ts';
import { describeFailure } from '../../library/actions/run-all.ts';
import { PermissionsDialog } from '../../permissions/permissions-dialog.tsx';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { NamedDialogs, CreateNamed, NamedButtons } from '../named.tsx';
import libraryCss from '../../library/library.module.css';
import adminCss from '../admin.module.css';

const t = adminLibraryMessages;

type Question = { kind: 'create' } | { kind: 'permissions' | 'rename' | 'remove'; library: Library };
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
          <ul className={libraryCss.placeList}>
            {libraries.map((library) => (
              <LibraryRow key={library.LibraryId} library={library} ask={ask} />
            ))}
          </ul>
        )}
      </ListPage>
      {question === null ? null : <Asked question={question} ask={ask} onClose={() => ask(null)} />}
    </>
  );
}

function LibraryRow({ library, ask }: Asking & { library: Library }) {
  const { LibraryId, LibraryName } = library;
  return (
    <li className={libraryCss.placeRow}>
      <IconBook2 size={26} stroke={1.5} className={libraryCss.iconFolder} aria-hidden />
      <span className={libraryCss.placeWhat}>
        <Link to="/libraries/$id" params={{ id: String(LibraryId) }}>
          {LibraryName}
        </Link>
      </span>
      <NamedButtons
        name={LibraryName}
        t={t}
        first={{
          label: t.permissionsOf(LibraryName),
          text: permissionMessages.action,
          run: () => ask({ kind: 'permissions', library }),
        }}
        onAsk={(kind) => ask({ kind, library })}
      />
    </li>
  );
}

function Asked({ question, ask, onClose }: Asking & { question: Question; onClose: () => void }) {
  const { create, rename, remove } = useLibraryActions(ask);
  if (question.kind === 'create') return <CreateNamed t={t} onClose={onClose} onCreate={create} />;
  const { kind, library } = question;
  const { LibraryId: id, LibraryName: name } = library;
  if (kind === 'permissions') return <PermissionsDialog object={{ kind: 'library', id, name }} onClose={onClose} />;
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
      const act = { label: t.permit, run: () => ask({ kind: 'permissions', library }) };
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
