import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import PostalMime from 'postal-mime';
import { getMessage } from '../../api/outbox.ts';
import { outboxMessages } from '../../messages/en/outbox.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import outboxCss from './outbox.module.css';
import pageCss from '../../ui/page.module.css';

const t = outboxMessages;

/** One email. Its HTML is in a sandboxed frame, and its links open in a new tab. */
export function MailView({ mailId }: { mailId: number }) {
  const { data, error } = useQuery({
    queryKey: ['mail', mailId],
    queryFn: async () => readMail(await getMessage(mailId)),
  });
  return (
    <Stack>
      <Link to="/outbox" search={{}}>
        {t.back}
      </Link>
      <ProblemAlert error={error} />
      {data === undefined && error === null ? <Skeleton height={300} /> : null}
      {data === undefined ? null : (
        <article className={pageCss.card}>
          <Stack gap="xs">
            <Title order={2} size="h4">
              {data.subject}
            </Title>
            <Text c="dimmed">{t.to(data.to)}</Text>
            <iframe
              className={outboxCss.mailFrame}
              title={data.subject}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              srcDoc={data.html}
            />
          </Stack>
        </article>
      )}
    </Stack>
  );
}

async function readMail(message: ArrayBuffer) {
  const { subject = '', to = [], html = '' } = await PostalMime.parse(message);
  return { subject, to: to.map(({ address }) => address).join(', '), html: plain(html) };
}

// The content security policy of this page also blocks styles and the logo in the frame, and reports each. The email is readable without them.
function plain(html: string): string {
  return `<base target="_blank">${html.replaceAll(/ style="[^"]*"|<img [^>]*>/g, '')}`;
}
