import { Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { ApiError } from '../../api/client.ts';
import { type KeptMail, listMails } from '../../api/outbox.ts';
import { messages } from '../../messages/en.ts';
import { outboxMessages } from '../../messages/en/outbox.ts';
import { formatTime } from '../../ui/format.ts';
import { MoreButton, nextPageOf } from '../../ui/more-button.tsx';
import { Look, Page } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { usePublicBrand } from '../visits/use-public-brand.ts';
import { MailView } from './mail-view.tsx';
import outboxCss from './outbox.module.css';
import pageCss from '../../ui/page.module.css';

const t = outboxMessages;

/** Emails that were not sent, for site admins: the list, or the email in the address. */
export function OutboxPage() {
  const { mail } = useSearch({ strict: false });
  const brand = usePublicBrand();
  const query = useInfiniteQuery({
    queryKey: ['outbox'],
    queryFn: ({ pageParam }) => listMails(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ after }) => after,
  });
  if (query.error instanceof ApiError && query.error.status === 401) return <Navigate to="/sign-in" replace />;
  const mails = query.data?.pages.flatMap(({ body }) => body) ?? [];
  return (
    <Look color={brand?.Color ?? null}>
      <Page brand={brand} title={`${t.title} · ${brand?.Name ?? messages.product}`}>
        <Stack gap="md">
          <Link to="/">{t.home}</Link>
          <Title order={1}>{t.title}</Title>
          <ProblemAlert error={query.error} known={known} />
          {query.data === undefined ? null : <Text>{mails.length === 0 ? t.none : t.explanation}</Text>}
          {mail === undefined ? <MailList mails={mails} /> : <MailView mailId={Number(mail)} />}
          {mail === undefined ? <MoreButton next={nextPageOf(query)} /> : null}
        </Stack>
      </Page>
    </Look>
  );
}

function MailList({ mails }: { mails: KeptMail[] }) {
  return (
    <ul className={outboxCss.mails}>
      {mails.map(({ MailId, To, Subject, DateCreated }) => (
        <li key={MailId}>
          <Link to="/outbox" search={{ mail: String(MailId) }} className={pageCss.folderRow}>
            <span>
              {Subject}
              <Text component="span" display="block" size="sm" c="dimmed">
                {t.to(To)} · {formatTime(DateCreated)}
              </Text>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function known({ status }: ApiError): string | null {
  if (status === 404) return t.sent;
  return status === 403 ? t.forbidden : null;
}
