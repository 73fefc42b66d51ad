import { Skeleton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconFolder, IconFolders } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContainerKey } from '../../../api/keys.ts';
import { listFolders, listLibraries } from '../../../api/library.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import type { Target } from '../actions/use-actions.ts';
import css from '../library.module.css';

const t = libraryMessages.place;
const PAGE_ROWS = 200;
const BY_NAME = { orderBy: 'name', filter: '', more: {} };

type Props = {
  chosen: Target | null;
  onChoose: (target: Target) => void;
  /** Expands the folders on the path first. */
  open: ReadonlySet<string>;
};

/** A tree of libraries and folders. Each level is fetched when it is expanded. */
export function FolderTree(props: Props) {
  const { data } = useQuery({ queryKey: ['tree', 'libraries'], queryFn: listLibraries });
  if (data === undefined) return <Skeleton height={120} />;
  return (
    <ul className={css.tree} aria-label={t.tree}>
      {data.map(({ LibraryId: id, LibraryName, IsPrivate }) => {
        const name = IsPrivate ? libraryMessages.libraries.mine : LibraryName;
        return <Branch key={id} node={{ kind: 'library', id, name }} {...props} />;
      })}
    </ul>
  );
}

function Branch({ node, ...props }: Props & { node: Target }) {
  const { chosen, onChoose, open } = props;
  const [isOpen, setOpen] = useState(open.has(`${node.kind}-${node.id}`));
  const isChosen = chosen?.kind === node.kind && chosen.id === node.id;
  const Icon = node.kind === 'library' ? IconFolders : IconFolder;
  const Arrow = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <div className={css.treeRow}>
        <button
          type="button"
          className={css.treeArrow}
          aria-expanded={isOpen}
          aria-label={isOpen ? t.collapse(node.name) : t.expand(node.name)}
          onClick={() => setOpen(!isOpen)}
        >
          <Arrow size={18} aria-hidden />
        </button>
        <button
          type="button"
          className={isChosen ? `${css.treeName} ${css.isChosen}` : css.treeName}
          aria-pressed={isChosen}
          onClick={() => onChoose(node)}
          onDoubleClick={() => setOpen(true)}
        >
          <Icon size={18} stroke={1.75} aria-hidden />
          {node.name}
        </button>
      </div>
      {isOpen ? <Children node={node} {...props} /> : null}
    </li>
  );
}

function Children({ node, ...props }: Props & { node: ContainerKey }) {
  const query = useInfiniteQuery({
    queryKey: ['tree', node.kind, node.id],
    queryFn: ({ pageParam, signal }) => listFolders(node, BY_NAME, { skip: pageParam, top: PAGE_ROWS }, signal),
    initialPageParam: 0,
    // Folders are shown at once, and joined by those that somebody has added since.
    staleTime: 0,
    getNextPageParam: ({ total }, pages) => {
      const count = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return count < total ? count : null;
    },
  });
  const folders = query.data?.pages.flatMap(({ rows }) => rows);
  if (folders === undefined) return <p className={css.treeNote}>{t.loading}</p>;
  if (folders.length === 0) return <p className={css.treeNote}>{t.none}</p>;
  return (
    <>
      <ul>
        {folders.map(({ FolderId: id, FolderName: name }) => (
          <Branch key={id} node={{ kind: 'folder', id, name }} {...props} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <button type="button" className={css.treeName} onClick={() => void query.fetchNextPage()}>
          {t.more}
        </button>
      ) : null}
    </>
  );
}
