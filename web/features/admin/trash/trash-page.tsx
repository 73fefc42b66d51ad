import { NativeSelect } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DeploymentTrashItem } from '../../../api/answers.ts';
import { type TrashFilter, listDeploymentTrash } from '../../../api/admin/trash.ts';
import { librariesQuery } from '../../../queries.ts';
import { adminTrashMessages } from '../../../messages/en/admin-trash.ts';
import { formatSize } from '../../../ui/format.ts';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { TrashRow } from '../../trash/trash-row.tsx';
import { PersonFilter } from '../person-filter.tsx';
import { useFilter } from '../use-filter.ts';
import libraryCss from '../../library/library.module.css';
import linksCss from '../links/links.module.css';
import shellCss from '../../shell/shell.module.css';

const t = adminTrashMessages;

/** Items that anyone deleted from shared libraries, which can be restored or permanently deleted. */
export function AdminTrashPage() {
  const [filter, change] = useFilter<Required<TrashFilter>>();
  const list = usePagedList(['trash', 'deployment', JSON.stringify(filter)], (after) =>
    listDeploymentTrash(filter, after),
  );
  const none = { Icon: IconTrash, text: Object.keys(filter).length === 0 ? t.none : t.noneMatches };
  const head = <Filters filter={filter} onChange={change} />;
  return (
    <ListPage title={t.title} text={t.text} list={list} none={none} head={head}>
      {(items) => (
        <ul className={`${libraryCss.placeList} ${shellCss.sectionTitle}`}>
          {items.map((item) => (
            <TrashRow key={item.Links.RestoreUri} item={item}>
              {`, ${t.by(item.DeletedByUserName)}${sizeOf(item)}`}
            </TrashRow>
          ))}
        </ul>
      )}
    </ListPage>
  );
}

// The number of items in a deleted folder or library is unknown.
function sizeOf({ Embedded: { Document } }: DeploymentTrashItem): string {
  return Document === null ? '' : `, ${formatSize(Document.DocumentSize)}`;
}

type Props = { filter: TrashFilter; onChange: (changed: { [Name in keyof TrashFilter]?: string | undefined }) => void };

function Filters({ filter, onChange }: Props) {
  const { data = [] } = useQuery(librariesQuery);
  const libraries = data.filter(({ IsPrivate }) => !IsPrivate);
  return (
    <section className={linksCss.filters} aria-label={t.filters.label}>
      <NativeSelect
        label={t.filters.library}
        data={[
          { value: '', label: t.filters.anyLibrary },
          ...libraries.map(({ LibraryId, LibraryName }) => ({ value: String(LibraryId), label: LibraryName })),
        ]}
        value={filter.libraryId ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ libraryId: value })}
      />
      <PersonFilter
        label={t.filters.deletedBy}
        hint={t.filters.deletedByHint}
        userId={filter.deletedBy}
        onChange={(deletedBy) => onChange({ deletedBy })}
      />
    </section>
  );
}
