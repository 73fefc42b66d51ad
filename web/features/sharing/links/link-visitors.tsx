import { ActionIcon, Skeleton, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { OwnShare, ShareVisitor } from '../../../api/answers.ts';
import { listShareVisitors } from '../../../api/sharing.ts';
import { linkMessages } from '../../../messages/en/links.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { MoreButton } from '../../../ui/more-button.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { usePagedList } from '../../shell/list-page.tsx';
import { copyLinkWithNotice } from '../copy-link.ts';
import css from './own-link.module.css';

const t = linkMessages.visitors;

/** The visitors of a link, with their openings and downloads. */
export function LinkVisitors({ link }: { link: OwnShare }) {
  const key = ['own-share', String(link.ShareId), 'visitors', `${link.OpenCount} ${link.DownloadCount}`];
  const list = usePagedList(key, (after) => listShareVisitors(link, after), !link.IsInTrash);
  const { items, error, next } = list;
  if (link.IsInTrash) return null;
  return (
    <section>
      <Title order={2} size="h4">
        {t.title}
      </Title>
      {items === undefined ? (
        error === null ? (
          <Skeleton height={120} mt="sm" />
        ) : (
          <ProblemAlert error={error} />
        )
      ) : (
        <VisitorTable link={link} visitors={items.filter(isShown)} />
      )}
      <MoreButton next={next} mt="md" />
    </section>
  );
}

// All recipients, and others once there are any.
const isShown = ({ Recipient, OpenCount, DownloadCount }: ShareVisitor) =>
  Recipient !== null || OpenCount + DownloadCount > 0;

function VisitorTable({ link, visitors }: { link: OwnShare; visitors: ShareVisitor[] }) {
  if (visitors.length === 0) return <p className={css.linkNote}>{t.none}</p>;
  return (
    <table className={css.visitors}>
      <thead>
        <tr>
          <th scope="col">{t.person}</th>
          <th scope="col">{t.opened}</th>
          <th scope="col">{t.downloads}</th>
          <th scope="col">{t.last}</th>
        </tr>
      </thead>
      <tbody>
        {visitors.map((visitor) => (
          <VisitorRow key={visitor.Recipient ?? ''} link={link} visitor={visitor} />
        ))}
      </tbody>
    </table>
  );
}

function VisitorRow({ link, visitor }: { link: OwnShare; visitor: ShareVisitor }) {
  const { Recipient, OpenCount, DownloadCount, LastOpened, LastDownloaded, HasJoined } = visitor;
  const own = link.Recipients.find((one) => one.Recipient === Recipient);
  const last = [LastOpened ?? '', LastDownloaded ?? ''].sort().at(-1) ?? '';
  return (
    <tr>
      <th scope="row">
        <span>{Recipient ?? t.others}</span>
        {HasJoined ? <small>{t.joined}</small> : null}
        {own === undefined ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={sharingMessages.mine.copyOf(own.Recipient)}
            title={sharingMessages.mine.copyOf(own.Recipient)}
            onClick={() => void copyLinkWithNotice(own.WebUri)}
          >
            <IconCopy size={18} aria-hidden />
          </ActionIcon>
        )}
      </th>
      <td data-label={t.opened}>{OpenCount}</td>
      <td data-label={t.downloads}>{DownloadCount}</td>
      <td data-label={t.last}>{last === '' ? t.never : <RelativeTime key={last} iso={last} />}</td>
    </tr>
  );
}
