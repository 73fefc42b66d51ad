import { Button, Skeleton } from '@mantine/core';
import { IconBook2, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TrashItem } from '../../api/answers.ts';
import { listTrash } from '../../api/library.ts';
import { appTexts } from '../../texts/en/app.ts';
import { libraryTexts } from '../../texts/en/library.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EntryIcon } from '../library/entry-icon.tsx';
import { PlaceDialog } from '../library/place-dialog.tsx';
import { ShellPage } from '../shell/shell-page.tsx';
import { useMe } from '../shell/use-me.ts';
import { FailedMessage } from '../visits/states.tsx';
import { type Trashed, trashedOf, useTrashActions } from './use-trash-actions.ts';
import '../library/library.css';

const said = libraryTexts.trash;

/** What one has deleted, with what one may do about it. */
export function TrashPage() {
  const query = useInfiniteQuery({
    queryKey: ['trash'],
    queryFn: ({ pageParam }) => listTrash(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ after }) => after,
  });
  if (query.data === undefined && query.error !== null) {
    return <FailedMessage error={query.error} retry={() => void query.refetch()} />;
  }
  const items = query.data?.pages.flatMap(({ body }) => body);
  return (
    <ShellPage title={said.title} text={said.text}>
      {items === undefined ? <Skeleton height={200} mt="lg" radius="lg" /> : null}
      {items?.length === 0 ? (
        <div className="empty">
          <IconTrash size={48} stroke={1.25} aria-hidden />
          <p>{said.none}</p>
        </div>
      ) : null}
      <ul className="place-list section-title">
        {items?.map((item) => (
          <Row key={item.Links.RestoreUri} item={item} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button variant="default" mt="md" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {appTexts.list.more}
        </Button>
      ) : null}
    </ShellPage>
  );
}

function Row({ item }: { item: TrashItem }) {
  const trashed = trashedOf(item);
  return (
    <li className="place-row">
      {trashed.kind === 'library' ? (
        <IconBook2 size={26} stroke={1.5} aria-hidden />
      ) : (
        <EntryIcon entry={{ kind: trashed.kind, name: trashed.name }} size={26} />
      )}
      <span className="place-what">
        {item.ItemName}
        <small>
          {said.from(item.Embedded.Library.LibraryName)}, <RelativeTime iso={item.DateDeleted} />
        </small>
      </span>
      <Ways trashed={trashed} />
    </li>
  );
}

function Ways({ trashed }: { trashed: Trashed }) {
  const { EnablePurging, IsSiteAdmin } = useMe();
  const [asked, ask] = useState<'purge' | 'place' | null>(null);
  const { restore, purge } = useTrashActions(() => ask('place'));
  const { kind, name } = trashed;
  const close = () => ask(null);
  // Libraries are for site admins alone, whoever deleted them.
  if (kind === 'library' && !IsSiteAdmin) return null;
  return (
    <>
      <Button variant="default" size="sm" aria-label={said.restoreOf(name)} onClick={() => void restore(trashed)}>
        {said.restore}
      </Button>
      {EnablePurging ? (
        <Button variant="subtle" size="sm" color="red" aria-label={said.purgeOf(name)} onClick={() => ask('purge')}>
          {said.purge}
        </Button>
      ) : null}
      {asked === 'purge' ? (
        <ConfirmPurge trashed={trashed} onClose={close} onConfirm={() => void purge(trashed)} />
      ) : null}
      {asked === 'place' && kind !== 'library' ? (
        <PlaceDialog
          purpose="restore"
          entries={[{ ...trashed, kind }]}
          from={null}
          onClose={close}
          onChoose={(target) => void restore(trashed, target.id)}
        />
      ) : null}
    </>
  );
}

type Confirm = { trashed: Trashed; onConfirm: () => void; onClose: () => void };

function ConfirmPurge({ trashed, onConfirm, onClose }: Confirm) {
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        {appTexts.dialog.cancel}
      </Button>
      <Button
        color="red.9"
        onClick={() => {
          onClose();
          onConfirm();
        }}
      >
        {said.purge}
      </Button>
    </>
  );
  return (
    <Dialog title={said.confirm(trashed.name)} onClose={onClose} foot={foot}>
      {said.confirmText}
    </Dialog>
  );
}
