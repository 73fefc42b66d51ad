import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { OwnShare } from '../../../api/answers.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { copyLinkWithNotice } from '../copy-link.ts';
import sharingCss from '../sharing.module.css';
import libraryCss from '../../library/library.module.css';

const t = sharingMessages.mine;

/** The recipients of a link and when each opened it. */
export function LinkRecipients({ link: { Recipients } }: { link: OwnShare }) {
  if (Recipients.length === 0) return null;
  const opened = Recipients.filter(({ OpenCount }) => OpenCount > 0).length;
  return (
    <details className={sharingCss.ownLinkPeople}>
      <summary>{t.opens(Recipients.length, opened)}</summary>
      <ul>
        {Recipients.map(({ Recipient, WebUri, OpenCount, LastOpened }) => (
          <li key={Recipient}>
            <span className={libraryCss.placeWhat}>
              {Recipient}
              <small>
                {LastOpened === null ? (
                  t.never
                ) : (
                  <>
                    {t.opened(OpenCount)} <RelativeTime key={LastOpened} iso={LastOpened} />
                  </>
                )}
              </small>
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t.copyOf(Recipient)}
              title={t.copyOf(Recipient)}
              onClick={() => void copyLinkWithNotice(WebUri)}
            >
              <IconCopy size={18} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </details>
  );
}
