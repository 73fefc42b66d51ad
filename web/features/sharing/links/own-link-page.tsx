import { Anchor, Button, Skeleton, TextInput } from '@mantine/core';
import { IconExternalLink, IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { OwnShare } from '../../../api/answers.ts';
import { ApiError } from '../../../api/client.ts';
import { getOwnShare } from '../../../api/sharing.ts';
import { linkMessages } from '../../../messages/en/links.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { formatDate } from '../../../ui/format.ts';
import { Message } from '../../../ui/message.tsx';
import { FailedMessage } from '../../visits/states.tsx';
import { ShellPage } from '../../shell/shell-page.tsx';
import { LinkActions } from './link-actions.tsx';
import { LinkItem } from './link-item.tsx';
import { LinkMarks } from './link-marks.tsx';
import { LinkVisitors } from './link-visitors.tsx';
import css from './own-link.module.css';
import sharingCss from '../sharing.module.css';

const t = linkMessages;

/** One link of the person: its terms, its use by recipient, and its actions. */
export function OwnLinkPage() {
  const { shareId = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery({
    queryKey: ['own-share', Number(shareId)],
    queryFn: () => getOwnShare(Number(shareId)),
  });
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <MissingLink />;
  if (data === undefined && error !== null) return <FailedMessage error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={320} radius="lg" m="lg" />;
  return <LinkView link={data} />;
}

function MissingLink() {
  return (
    <Message icon={<IconLinkOff size={40} stroke={1.5} aria-hidden />} title={t.gone.title} text={t.gone.text}>
      <Anchor component={Link} to="/links">
        {t.back}
      </Anchor>
    </Message>
  );
}

function LinkView({ link }: { link: OwnShare }) {
  const item = link.ItemName ?? sharingMessages.mine.nameless;
  return (
    <ShellPage title={link.Name ?? t.title(item)}>
      <div className={css.linkView}>
        <Anchor component={Link} to="/links" size="sm" className={css.linkBack}>
          {t.back}
        </Anchor>
        <div className={sharingCss.ownLinkHead}>
          <LinkItem link={link} name={item} isLinked={link.ItemName !== null && !link.IsInTrash} />
        </div>
        <LinkMarks link={link} />
        <LinkAddress link={link} />
        <LinkActions link={link} name={item} />
        <Usage link={link} />
        <LinkVisitors link={link} />
      </div>
    </ShellPage>
  );
}

function LinkAddress({ link: { Links, AccessCodeRequired, AllowedDomains, Status } }: { link: OwnShare }) {
  if (AccessCodeRequired && AllowedDomains.length === 0) return <p className={css.linkNote}>{t.personal}</p>;
  return (
    <div className={css.linkAddress}>
      <TextInput
        label={t.address}
        value={Links.WebUri}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {Status === 'Active' ? (
        <Button
          component="a"
          href={`${Links.WebUri}?as=visitor`}
          target="_blank"
          rel="noopener"
          variant="default"
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t.open}
        </Button>
      ) : null}
    </div>
  );
}

function Usage({ link }: { link: OwnShare }) {
  const facts: [string, string][] = [
    [t.usage.opened, link.OpenCount === 0 ? t.usage.never : t.usage.times(link.OpenCount)],
    [t.usage.downloads, t.usage.downloaded(link.DownloadCount, link.MaxDownloads)],
    [t.usage.expires, link.ExpiresOn === null ? t.usage.never : formatDate(link.ExpiresOn)],
  ];
  return (
    <dl className={css.linkFacts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
