import { Button, CloseButton } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { appMessages } from '../../messages/en/app.ts';
import { type Notice, closeNotice, listNotices, onNotices } from './notice-list.ts';
import css from './shell.module.css';

/** Long enough to read the notice and to click Undo. Deleted items stay in trash after that. */
const SHOWN_MS = 10_000;

/** The notices, with Undo where it is possible. */
export function Notices() {
  const list = useSyncExternalStore(onNotices, listNotices);
  return (
    <section aria-label={appMessages.notices.region} aria-live="polite" className={css.notices}>
      {list.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </section>
  );
}

function NoticeCard({ notice }: { notice: Notice }) {
  const { id, text, kind, act } = notice;
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (kind !== 'done' || isHeld) return;
    const timer = setTimeout(() => closeNotice(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, kind, isHeld]);
  const hold = { onMouseEnter: () => setHeld(true), onFocus: () => setHeld(true) };
  const letGo = { onMouseLeave: () => setHeld(false), onBlur: () => setHeld(false) };
  return (
    <div
      className={kind === 'failed' ? `${css.notice} ${css.isFailed}` : css.notice}
      {...(kind === 'failed' ? { role: 'alert' } : {})}
      {...hold}
      {...letGo}
    >
      <span className={css.noticeText}>{text}</span>
      {act === undefined ? null : (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            closeNotice(id);
            act.run();
          }}
        >
          {act.label}
        </Button>
      )}
      {kind === 'doing' ? null : (
        <CloseButton aria-label={appMessages.notices.close} onClick={() => closeNotice(id)} variant="transparent" />
      )}
    </div>
  );
}
