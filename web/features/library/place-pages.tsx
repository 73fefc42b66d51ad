import { Button, Skeleton } from '@mantine/core';
import { IconLock, IconMapQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import { ApiError } from '../../api/client.ts';
import type { Place } from '../../api/answers.ts';
import type { ContainerKey, ItemKey } from '../../api/keys.ts';
import { placeQuery } from '../../queries.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { Message } from '../../ui/message.tsx';
import { FailedMessage } from '../visits/states.tsx';
import { Browser } from './browser.tsx';
import { useLeaving } from './list/use-return.ts';
import css from '../shell/shell.module.css';

const icon = { size: 40, stroke: 1.5, 'aria-hidden': true } as const;

/** The root of a library. */
export function LibraryPage() {
  return <BrowserOf kind="library" />;
}

/** A folder and its content. */
export function FolderPage() {
  return <BrowserOf kind="folder" />;
}

function BrowserOf({ kind }: { kind: ContainerKey['kind'] }) {
  const { id = '' } = useParams({ strict: false });
  const container = { kind, id: Number(id) };
  return (
    <InPlace of={container}>{(place) => <Browser key={`${kind} ${id}`} container={container} place={place} />}</InPlace>
  );
}

/** Renders a place when its path and rights are loaded, or the reason why it cannot be shown. */
export function InPlace({ of, children }: { of: ContainerKey | ItemKey; children: (place: Place) => ReactNode }) {
  const { data: place, error, refetch } = useQuery(placeQuery(of));
  useLeaving(of);
  const data = useDeferredValue(place);
  const status = error instanceof ApiError ? error.status : null;
  if (status === 404 || status === 400) {
    return (
      <Message icon={<IconMapQuestion {...icon} />} {...libraryMessages.missing}>
        <ToLibraries />
      </Message>
    );
  }
  if (status === 403) {
    return (
      <Message icon={<IconLock {...icon} />} {...libraryMessages.forbidden}>
        <ToLibraries />
      </Message>
    );
  }
  if (data !== undefined) return children(data);
  if (error !== null && status !== 401) return <FailedMessage error={error} retry={() => void refetch()} />;
  return <Waiting />;
}

/** The placeholder while a page loads. */
export function Waiting() {
  return (
    <div className={css.shellPage}>
      <Skeleton height={28} width={220} mb="lg" />
      <Skeleton height={320} />
    </div>
  );
}

function ToLibraries() {
  return (
    <Button renderRoot={(props) => <Link to="/libraries" {...props} />}>{libraryMessages.missing.toLibraries}</Button>
  );
}
