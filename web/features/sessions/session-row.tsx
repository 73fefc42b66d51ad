import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconWorld } from '@tabler/icons-react';
import type { Session } from '../../api/answers.ts';
import { sessionMessages as t } from '../../messages/en/sign-in/sessions.ts';
import { formatTime } from '../../ui/format.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import libraryCss from '../library/library.module.css';
import sharingCss from '../sharing/sharing.module.css';

const ICONS = {
  Desktop: IconDeviceDesktop,
  Phone: IconDeviceMobile,
  Tablet: IconDeviceTablet,
  Unknown: IconWorld,
} as const;

type Props = { session: Session; isBusy: boolean; onEnd: () => void };

/** A browser in which a person is signed in: the device, its last use, how they signed in, and a button that ends it. */
export function SessionRow({ session, isBusy, onEnd }: Props) {
  const { Device, DeviceKind, UserAgent, IsCurrent, LastUsed, LastAddress, DateCreated, Methods } = session;
  const Icon = ICONS[DeviceKind];
  const device = Device ?? t.unknown;
  return (
    <li className={libraryCss.placeRow}>
      <Icon size={26} stroke={1.5} aria-hidden />
      <span className={libraryCss.placeWhat}>
        <span title={UserAgent ?? undefined}>{device}</span>{' '}
        {IsCurrent ? <span className={sharingCss.mark}>{t.here}</span> : null}
        <small>
          {t.used} <RelativeTime key={LastUsed} iso={LastUsed} />
          {LastAddress === null ? '' : ` ${t.from(LastAddress)}`}
          {', '}
          {t.signedIn} <RelativeTime iso={DateCreated} /> {t.with(Methods.map((way) => t.methods[way]).join(' + '))}
        </small>
      </span>
      {IsCurrent ? null : (
        <Button
          variant="default"
          size="sm"
          loading={isBusy}
          aria-label={t.endOf(device, formatTime(DateCreated))}
          onClick={onEnd}
        >
          {t.end}
        </Button>
      )}
    </li>
  );
}
