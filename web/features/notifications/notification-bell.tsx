import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Suspense, lazy, useId, useRef, useState } from 'react';
import { messages } from '../../messages/en.ts';
import { useCloseOnBack } from '../../ui/dialog/use-close-on-back.ts';
import { useUnreadCount } from './use-notifications.ts';
import notificationsCss from './notifications.module.css';
import pageCss from '../../ui/page.module.css';

const t = messages.notifications;

const NotificationPanel = lazy(async () => ({ default: (await import('./notification-panel.tsx')).NotificationPanel }));

/** Shows the number of unread notifications and opens the panel. For pages with a signed-in person. */
export function NotificationBell() {
  const unread = useUnreadCount();
  const panelId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useCloseOnBack(() => panel.current?.hidePopover(), { isOpen });
  const count = unread < 100 ? String(unread) : t.many;
  return (
    <div className={notificationsCss.bell}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t.bell(count)} popoverTarget={panelId}>
        <IconBell size={22} stroke={1.75} aria-hidden />
        {unread === 0 ? null : (
          <span className={notificationsCss.bellCount} aria-hidden>
            {count}
          </span>
        )}
      </ActionIcon>
      <VisuallyHidden role="status">{unread === 0 ? '' : t.unread(count)}</VisuallyHidden>
      <div
        id={panelId}
        ref={panel}
        popover="auto"
        tabIndex={-1}
        role="dialog"
        aria-label={t.title}
        className={`${pageCss.card} ${notificationsCss.notificationPanel}`}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <Suspense>
          {isOpen ? <NotificationPanel unread={unread} close={() => panel.current?.hidePopover()} /> : null}
        </Suspense>
      </div>
    </div>
  );
}
