import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { ApiError } from '../../api/client.ts';
import type { LinkKey, Visit } from '../../api/visits.ts';
import { visitQuery } from '../../queries.ts';
import { messages } from '../../messages/en.ts';
import { type Brand, Look, Page } from '../../ui/page.tsx';
import { CodeForm } from './code-form.tsx';
import { OpenVisit } from './open-visit.tsx';
import { PasswordForm } from './password-form.tsx';
import { FailedMessage, GoneMessage, type GoneMessages, NotFoundMessage, PendingMessage } from './states.tsx';
import { usePublicBrand } from './use-public-brand.ts';
import { VisitContext } from './visit-context.ts';

const PENDING_CHECK_MS = 60_000;
const DOWNLOADS_CHECK_MS = 5000;

/** The page of a shared folder or document. */
export function LinkPage() {
  const { folderId, documentId } = useParams({ strict: false });
  const isHere = ({ TaskId, Kind, ItemId }: Visit) =>
    TaskId === null && String(ItemId) === (Kind === 'folder' ? folderId : documentId);
  return <VisitPage isHere={isHere} gone={messages.states} open={<OpenVisit />} />;
}

type Props = {
  /** Whether the address names the item of the link. */
  isHere: (visit: Visit) => boolean;
  gone: GoneMessages;
  /** The content of an unlocked link. */
  open: ReactNode;
};

/** The page of a link in any state. */
export function VisitPage({ isHere, gone, open }: Props) {
  const { reference = '' } = useParams({ strict: false });
  const { recipient = null } = useSearch({ strict: false });
  const link = useMemo(() => ({ reference, recipient }), [reference, recipient]);
  const { data, error, refetch } = useQuery({
    ...visitQuery(link),
    refetchInterval: ({ state }) => checkAgainAfter(state.data),
  });
  // Earlier content is no longer shown.
  const visit = isGone(error) || (data !== undefined && !isHere(data)) ? undefined : data;
  const brand = useBrand(visit, error);
  return (
    <Look color={brand?.Color ?? null}>
      <Page brand={brand} title={titleOf(visit)}>
        {visit !== undefined ? (
          <OnVisit link={link} visit={visit} open={open} />
        ) : data === undefined || error !== null ? (
          <NoVisit error={error} gone={gone} retry={() => void refetch()} />
        ) : (
          <NotFoundMessage />
        )}
      </Page>
    </Look>
  );
}

// The link may become ready, and each download may be the last one.
function checkAgainAfter(visit: Visit | undefined): number | false {
  if (visit?.Status === 'Pending') return PENDING_CHECK_MS;
  return visit?.DownloadsLeft ? DOWNLOADS_CHECK_MS : false;
}

// The error of an ended link includes its deployment; other errors belong to no deployment.
function useBrand(visit: Visit | undefined, error: Error | null): Brand | null {
  const known = visit?.Branding ?? brandOf(error);
  const other = usePublicBrand(error !== null && known === null);
  return known ?? (error === null ? null : other);
}

const brandOf = (error: Error | null) =>
  error instanceof ApiError ? ((error.more as { Branding?: Brand }).Branding ?? null) : null;

function NoVisit({ error, gone, retry }: { error: Error | null; gone: GoneMessages; retry: () => void }) {
  if (error === null) return <Waiting />;
  return isGone(error) ? <GoneMessage error={error} t={gone} /> : <FailedMessage error={error} retry={retry} />;
}

function OnVisit({ link, visit, open }: { link: LinkKey; visit: Visit; open: ReactNode }) {
  const value = useMemo(() => ({ link, visit }), [link, visit]);
  return (
    <VisitContext value={value}>
      <VisitState visit={visit} open={open} />
    </VisitContext>
  );
}

function VisitState({ visit, open }: { visit: Visit; open: ReactNode }) {
  useFocusAfterUnlock(visit.IsUnlocked);
  if (visit.Status === 'Pending') return <PendingMessage />;
  if (visit.IsUnlocked) return open;
  return visit.Protection === 'password' ? <PasswordForm /> : <CodeForm />;
}

// The form had the focus, and goes with it.
function useFocusAfterUnlock(isUnlocked: boolean): void {
  const wasUnlocked = useRef(isUnlocked);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isUnlocked && !wasUnlocked.current && isLost) document.querySelector('main')?.focus({ preventScroll: true });
    wasUnlocked.current = isUnlocked;
  }, [isUnlocked]);
}

function isGone(error: Error | null): error is ApiError {
  return error instanceof ApiError && [404, 410].includes(error.status);
}

function titleOf(visit: Visit | undefined): string {
  if (visit === undefined) return 'Carrel';
  if (visit.Item !== null) return messages.visit.title(visit.Item.Name, visit.Branding.Name);
  return visit.Branding.Name;
}

/** The placeholder while a page loads. */
export function Waiting() {
  return (
    <Stack role="status" aria-label={messages.visit.loading}>
      <Skeleton height={180} radius="md" />
      <Skeleton height={320} radius="md" />
    </Stack>
  );
}
