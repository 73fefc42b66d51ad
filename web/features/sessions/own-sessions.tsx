import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Session } from '../../api/answers.ts';
import { endOtherSessions, signOutEverywhere } from '../../api/sign-in/sessions.ts';
import { durationText, sessionMessages as t } from '../../messages/en/sign-in/sessions.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QuestionDialog } from '../factors/question-dialog.tsx';
import { useMe } from '../shell/use-me.ts';
import { useLeave } from '../shell/use-sign-out.ts';
import { SessionList, useRefresh } from './session-list.tsx';
import css from '../account/account.module.css';

/** The person's own sessions, with buttons that end them. */
export function OwnSessions() {
  const { UserId } = useMe();
  return (
    <SessionList userId={UserId}>
      {(sessions) => (
        <>
          <ScrollHere />
          <Limits session={sessions.find(({ IsCurrent }) => IsCurrent)} />
          {sessions.length > 1 ? <EndAll userId={UserId} /> : null}
        </>
      )}
    </SessionList>
  );
}

// Scrolls to the target of the link in emails, now that the page has its full height.
function ScrollHere() {
  useEffect(() => {
    if (window.location.hash === '#sessions') document.querySelector('#sessions')?.scrollIntoView();
  }, []);
  return null;
}

function Limits({ session }: { session: Session | undefined }) {
  if (session === undefined) return null;
  const { DateCreated, LastUsed, IdleExpiresOn, ExpiresOn } = session;
  const days = Math.round((Date.parse(ExpiresOn) - Date.parse(DateCreated)) / 86_400_000);
  const hasIdle = IdleExpiresOn !== null && IdleExpiresOn !== ExpiresOn;
  const idle = hasIdle ? durationText(Math.round((Date.parse(IdleExpiresOn) - Date.parse(LastUsed)) / 60_000)) : null;
  return <p className={css.accountHint}>{t.limits(idle, days)}</p>;
}

function EndAll({ userId }: { userId: number }) {
  const refresh = useRefresh();
  const others = useMutation({ mutationFn: endOtherSessions, onSettled: refresh });
  const [isAsked, ask] = useState(false);
  const everywhere = useSignOutEverywhere(userId);
  return (
    <>
      <Group gap="sm">
        <Button variant="default" loading={others.isPending} onClick={() => others.mutate()}>
          {t.endOthers}
        </Button>
        <Button variant="default" onClick={() => ask(true)}>
          {t.everywhere}
        </Button>
      </Group>
      <ProblemAlert error={others.error} />
      {isAsked ? <QuestionDialog question={t.ask} running={everywhere} isDangerous onClose={() => ask(false)} /> : null}
    </>
  );
}

function useSignOutEverywhere(userId: number) {
  const leave = useLeave();
  return useMutation({ mutationFn: () => signOutEverywhere(userId), onSuccess: () => leave(null) });
}
