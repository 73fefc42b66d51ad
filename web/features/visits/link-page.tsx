import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ApiError } from '../../api/client.ts';
import { type LinkKey, type Visit, getVisit } from '../../api/visits.ts';
import { texts } from '../../texts/en.ts';
import { Look, Page } from '../../ui/page.tsx';
import { CodeForm } from './code-form.tsx';
import { OpenVisit } from './open-visit.tsx';
import { PasswordForm } from './password-form.tsx';
import { FailedMessage, GoneMessage, PendingMessage } from './states.tsx';
import { VisitContext } from './visit-context.ts';

const PENDING_CHECK_MS = 60_000;

/** The page behind a link, in whatever state the share is. */
export function LinkPage() {
  const { reference = '' } = useParams({ strict: false });
  const { recipient = null } = useSearch({ strict: false });
  const link = useMemo(() => ({ reference, recipient }), [reference, recipient]);
  const { data, error, refetch } = useQuery({
    queryKey: ['visit', reference, recipient],
    queryFn: () => getVisit(link),
    refetchInterval: ({ state }) => (state.data?.Status === 'Pending' ? PENDING_CHECK_MS : false),
  });
  // What was shown before is not shown any more.
  const visit = isGone(error) ? undefined : data;
  return (
    <Look color={visit?.Branding.Color ?? null}>
      <Page brand={visit?.Branding ?? null} title={titleOf(visit)}>
        {visit === undefined ? (
          <NoVisit error={error} retry={() => void refetch()} />
        ) : (
          <OnVisit link={link} visit={visit} />
        )}
      </Page>
    </Look>
  );
}

function NoVisit({ error, retry }: { error: Error | null; retry: () => void }) {
  if (error === null) return <Waiting />;
  return isGone(error) ? <GoneMessage error={error} /> : <FailedMessage error={error} retry={retry} />;
}

function OnVisit({ link, visit }: { link: LinkKey; visit: Visit }) {
  const value = useMemo(() => ({ link, visit }), [link, visit]);
  return (
    <VisitContext value={value}>
      <VisitState visit={visit} />
    </VisitContext>
  );
}

function VisitState({ visit }: { visit: Visit }) {
  if (visit.Status === 'Pending') return <PendingMessage />;
  if (visit.IsUnlocked) return <OpenVisit />;
  return visit.Protection === 'password' ? <PasswordForm /> : <CodeForm />;
}

function isGone(error: Error | null): error is ApiError {
  return error instanceof ApiError && [404, 410].includes(error.status);
}

function titleOf(visit: Visit | undefined): string {
  if (visit === undefined) return 'Carrel';
  if (visit.Item !== null) return texts.visit.title(visit.Item.Name, visit.Branding.Name);
  return visit.Branding.Name;
}

function Waiting() {
  return (
    <Stack role="status" aria-label={texts.visit.loading}>
      <Skeleton height={180} radius="md" />
      <Skeleton height={320} radius="md" />
    </Stack>
  );
}
