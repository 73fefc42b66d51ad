import { Button } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listAllLibraries, makeLibrary, renameLibrary, trashLibrary } from '../../../api/admin-libraries.ts';
import type { Library } from '../../../api/answers.ts';
import { adminLibraryTexts } from '../../../texts/en/admin-libraries.ts';
import { permissionTexts } from '../../../texts/en/permissions.ts';
import { whyNot } from '../../library/run-all.ts';
import { PermissionsDialog } from '../../permissions/permissions-dialog.tsx';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { AskAboutNamed, AskToMake, NamedButtons } from '../named.tsx';
import '../../library/library.css';

const said = adminLibraryTexts;

type Question = { kind: 'make' } | { kind: 'permissions' | 'rename' | 'remove'; library: Library };
type Asking = { ask: (question: Question) => void };

/** All corporate libraries. */
export function AdminLibrariesPage() {
  const [question, ask] = useState<Question | null>(null);
  const list = usePagedList(['libraries', 'all'], listAllLibraries);
  const corporate = { ...list, items: list.items?.filter(({ IsPrivate }) => !IsPrivate) };
  const head = (
    <div className="admin-find">
      <Button leftSection={<IconBook2 size={18} aria-hidden />} onClick={() => ask({ kind: 'make' })}>
        {said.add}
      </Button>
    </div>
  );
  const none = { Icon: IconBook2, text: said.none };
  return (
    <>
      <ListPage title={said.title} text={said.text} list={corporate} none={none} head={head}>
        {(libraries) => (
          <ul className="place-list">
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
    <li className="place-row">
      <IconBook2 size={26} stroke={1.5} className="icon-folder" aria-hidden />
      <span className="place-what">
        <Link to="/libraries/$id" params={{ id: String(LibraryId) }}>
          {LibraryName}
        </Link>
      </span>
      <NamedButtons
        name={LibraryName}
        said={said}
        first={{
          label: said.permissionsOf(LibraryName),
          text: permissionTexts.action,
          run: () => ask({ kind: 'permissions', library }),
        }}
        onAsk={(kind) => ask({ kind, library })}
      />
    </li>
  );
}

function Asked({ question, ask, onClose }: Asking & { question: Question; onClose: () => void }) {
  const { make, rename, remove } = useLibraryActions(ask);
  if (question.kind === 'make') return <AskToMake said={said} onClose={onClose} onMake={make} />;
  const { kind, library } = question;
  const { LibraryId: id, LibraryName: name } = library;
  if (kind === 'permissions') return <PermissionsDialog object={{ kind: 'library', id, name }} onClose={onClose} />;
  const answers = { onRename: (wanted: string) => rename(library, wanted), onRemove: () => void remove(library) };
  return <AskAboutNamed kind={kind} name={name} said={said} onClose={onClose} {...answers} />;
}

function useLibraryActions(ask: Asking['ask']) {
  const queries = useQueryClient();
  const tell = (text: string, kind: 'done' | 'failed' = 'done') => {
    for (const key of ['libraries', 'trash', 'place']) void queries.invalidateQueries({ queryKey: [key] });
    showNotice({ kind, text });
  };
  return {
    make: async (name: string) => {
      const library = await makeLibrary(name);
      void queries.invalidateQueries({ queryKey: ['libraries'] });
      const act = { label: said.permit, run: () => ask({ kind: 'permissions', library }) };
      showNotice({ kind: 'done', text: said.made(library.LibraryName), act });
    },
    rename: async ({ LibraryId }: Library, wanted: string) => {
      const { LibraryName } = await renameLibrary(LibraryId, wanted);
      tell(said.renamed(LibraryName));
    },
    remove: ({ LibraryId, LibraryName }: Library) =>
      trashLibrary(LibraryId).then(
        () => tell(said.removal.done(LibraryName)),
        (error: Error) => tell(whyNot(error), 'failed'),
      ),
  };
}
