import { CloseButton, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Place } from '../../../api/answers.ts';
import { previewableOf } from '../../../api/documents.ts';
import type { ObjectKey } from '../../../api/keys.ts';
import { documentQuery, placeQuery } from '../../../queries.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import { permissionMessages } from '../../../messages/en/permissions.ts';
import { formatSize } from '../../../ui/format.ts';
import { kindOf } from '../../../ui/kinds/kind-of.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { Viewer } from '../../viewer/viewer.tsx';
import { Activity } from '../../document/activity.tsx';
import { Tags } from '../../document/tags.tsx';
import { AccessView } from '../../permissions/access-view.tsx';
import { useBrowsing } from '../browser-context.ts';
import { useCloseOnBack } from '../../../ui/dialog/use-close-on-back.ts';
import { isPhone } from '../../../ui/menus/use-is-phone.ts';
import { ItemIcon } from '../item/item-icon.tsx';
import { ItemLink } from '../item/item-link.tsx';
import type { DocumentRow, LibraryItem } from '../item/library-item.ts';
import { useDetails } from './use-details.ts';
import css from './details.module.css';

const t = libraryMessages.details;

/** Rows that the keyboard only passes are not fetched. */
const SETTLE_MS = 250;

/** The details of the selected item, or of the place. Beside the list, or a sheet below it on phones. */
export function DetailsPane({ onClose }: { onClose: () => void }) {
  const { container, place, name, selection } = useBrowsing();
  useClosedOnPhones();
  // On phones it is a sheet.
  useCloseOnBack(onClose, { isOpen: isPhone() });
  const entries = [...useDebounced(selection.chosen, SETTLE_MS).values()];
  const [first] = entries;
  const isOne = entries.length === 1 && first !== undefined;
  return (
    <aside className={css.details} aria-label={t.toggle}>
      <div className={css.detailsHead}>
        {isOne ? <ItemIcon entry={first} /> : null}
        <Title order={2} size="h5">
          {entries.length > 1 ? t.several(entries.length) : (first?.name ?? name)}
        </Title>
        <CloseButton aria-label={t.close} onClick={onClose} />
      </div>
      {entries.length > 1 ? <Total entries={entries} /> : null}
      {first === undefined ? <Access object={container} place={place} /> : null}
      {isOne && first.kind === 'folder' ? <FolderDetails key={first.id} folder={first} /> : null}
      {isOne && first.kind === 'document' ? <DocumentDetails key={first.id} document={first} /> : null}
    </aside>
  );
}

// A sheet covers the list, so the next folder opens without it.
function useClosedOnPhones(): void {
  const { show } = useDetails();
  useEffect(() => () => (isPhone() ? show(false) : undefined), [show]);
}

function Total({ entries }: { entries: LibraryItem[] }) {
  const bytes = entries.reduce((sum, entry) => sum + (entry.kind === 'document' ? entry.size : 0), 0);
  return <Facts facts={[[t.totalSize, formatSize(bytes)]]} />;
}

function FolderDetails({ folder }: { folder: LibraryItem }) {
  const { data: place, error } = useQuery(placeQuery(folder));
  return (
    <>
      <Facts facts={[[t.kind, libraryMessages.folder]]} />
      <p>
        <ItemLink item={folder}>{t.open}</ItemLink>
      </p>
      <ProblemAlert error={error} />
      {place === undefined ? null : <Access object={folder} place={place} />}
    </>
  );
}

function DocumentDetails({ document }: { document: DocumentRow }) {
  const { data: place, error } = useQuery(placeQuery(document));
  const { data } = useQuery(documentQuery(document.id));
  if (error !== null) return <ProblemAlert error={error} />;
  if (place === undefined || data === undefined) return <Skeleton height={180} />;
  return (
    <>
      <div className={css.look}>
        <Viewer document={previewableOf(data, place)} isSmall />
      </div>
      <p>
        <ItemLink item={document}>{t.open}</ItemLink>
      </p>
      <Facts
        facts={[
          [t.kind, libraryMessages.kinds[kindOf(data.DocumentName)]],
          [libraryMessages.document.size, formatSize(data.DocumentSize)],
          [libraryMessages.document.changed, <RelativeTime key="changed" iso={data.DateModified} />],
        ]}
      />
      <Tags documentId={document.id} place={place} />
      <Access object={document} place={place} />
      <Activity documentId={document.id} />
    </>
  );
}

// For people who can manage access, as on the page of a document.
function Access({ object, place }: { object: ObjectKey; place: Place }) {
  if (!place.Abilities.ManagePermissions) return null;
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {permissionMessages.access.title}
      </Title>
      <AccessView object={object} />
    </section>
  );
}

function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className={css.detailsFacts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
