import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { OwnShare } from '../../api/answers.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { copyAndTell } from './copy-and-tell.ts';

const said = sharingTexts.mine;

/** Whom a link was sent to, and who of them has opened it when. */
export function LinkRecipients({ link: { Recipients } }: { link: OwnShare }) {
  if (Recipients.length === 0) return null;
  const opened = Recipients.filter(({ OpenCount }) => OpenCount > 0).length;
  return (
    <details className="own-link-people">
      <summary>{said.opens(Recipients.length, opened)}</summary>
      <ul>
        {Recipients.map(({ Recipient, WebUri, OpenCount, LastOpened }) => (
          <li key={Recipient}>
            <span className="place-what">
              {Recipient}
              <small>
                {LastOpened === null ? (
                  said.never
                ) : (
                  <>
                    {said.opened(OpenCount)} <RelativeTime key={LastOpened} iso={LastOpened} />
                  </>
                )}
              </small>
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={said.copyOf(Recipient)}
              title={said.copyOf(Recipient)}
              onClick={() => void copyAndTell(WebUri)}
            >
              <IconCopy size={18} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </details>
  );
}
