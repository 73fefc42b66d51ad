/** The frame around the pages of people with an account. */
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { type MouseEvent, Suspense, lazy, useDeferredValue, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { startLiveUpdates } from '../../live.ts';
import { appMessages } from '../../messages/en/app.ts';
import { keepDraftsOf } from '../../drafts.ts';
import { setTimeZone } from '../../ui/time/time-zone.ts';
import { Look } from '../../ui/page.tsx';
import { ConfirmHost } from '../confirm/confirm-host.tsx';
import { Keyboard } from '../shortcuts/keyboard.tsx';
import { FailedMessage } from '../visits/states.tsx';
import { useFactorNotice } from './factor-notice.ts';
import { Header } from './header.tsx';
import { Notices } from './notices.tsx';
import { Sections } from './sections.tsx';
import { UploadCorner } from './upload-corner.tsx';
import { MeContext, useMe, useSession } from './use-me.ts';
import './styles.ts';
import css from './shell.module.css';

const Watches = lazy(async () => ({ default: (await import('./watches.tsx')).Watches }));
const SetUpFactorPage = lazy(async () => ({
  default: (await import('../factor-rule/set-up-factor-page.tsx')).SetUpFactorPage,
}));

/** Redirects to sign-in and back if nobody is signed in. */
export function AppShell() {
  const { data, error, refetch } = useSession();
  // Rendered in short steps when it arrives, because the whole page waits for it.
  const me = useDeferredValue(data);
  const queries = useQueryClient();
  const [isSettingUp, setSettingUp] = useState(false);
  // Kept until the person continues: otherwise the page would be replaced while it shows the recovery codes. Not from `me`, which
  // is still the former response for a moment then.
  if (data?.IsLimited === true && !isSettingUp) setSettingUp(true);
  const isSignedIn = me !== undefined && !isSettingUp;
  const dueAt = me?.IsLimited === false ? me.SecondFactorDue : null;
  useFactorNotice(dueAt);
  useEffect(() => (isSignedIn ? startLiveUpdates(queries) : undefined), [isSignedIn, queries]);
  if (error instanceof ApiError && error.status === 401) return <ToSignIn error={error} />;
  if (me === undefined) {
    return (
      <Look color={null}>{error === null ? null : <FailedMessage error={error} retry={() => void refetch()} />}</Look>
    );
  }
  // Before anything below is rendered, so that all times are in one zone.
  setTimeZone(me.TimeZone);
  keepDraftsOf(me.UserId);
  if (isSettingUp) {
    return (
      <MeContext value={me}>
        <Suspense>
          <SetUpFactorPage onDone={() => setSettingUp(false)} />
        </Suspense>
      </MeContext>
    );
  }
  return (
    <MeContext value={me}>
      <Frame />
    </MeContext>
  );
}

// The address stays: a fragment would be a navigation, which asks about unsaved changes.
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
}

function Frame() {
  const { Branding } = useMe();
  return (
    <Look color={Branding.Color}>
      <div className={css.shell}>
        <a className={css.skip} href="#content" onClick={skip}>
          {appMessages.skip}
        </a>
        <Header />
        <Sections />
        <Main />
        <Keyboard />
        <Suspense>
          <Watches />
        </Suspense>
        <div className={css.corner}>
          <UploadCorner />
          <Notices />
        </div>
        <ConfirmHost />
      </div>
    </Look>
  );
}

// Navigates once, because this component stays mounted during the navigation and may render again.
function ToSignIn({ error }: { error: ApiError }) {
  const router = useRouter();
  useEffect(() => {
    const { pathname, href } = router.latestLocation;
    const search = { back: href, ...endOf(error) };
    if (pathname !== '/sign-in') void router.navigate({ to: '/sign-in', search, replace: true });
  }, [router, error]);
  return null;
}

// Passes the reason for the end of the session to the sign-in page.
function endOf({ more }: ApiError): { ended?: string; limit?: string } {
  const ended = more['SessionEnded'];
  const limit = more['IdleMinutes'] ?? more['MaxDays'];
  return typeof ended === 'string' && typeof limit === 'number' ? { ended, limit: String(limit) } : {};
}

function Main() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  // Moves the focus to the new content after navigation by keyboard or with a screen reader.
  useEffect(() => {
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);
  return (
    <main className={css.shellMain} id="content" ref={main} tabIndex={-1}>
      <Outlet />
    </main>
  );
}
