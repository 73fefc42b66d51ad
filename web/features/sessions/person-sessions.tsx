import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../api/answers.ts';
import { signOutEverywhere } from '../../api/sign-in/sessions.ts';
import { appMessages } from '../../messages/en/app.ts';
import { sessionMessages as t } from '../../messages/en/sign-in/sessions.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { QuestionDialog } from '../factors/question-dialog.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { SessionList, useRefresh } from './session-list.tsx';

/** For site admins: the sessions of a person, and buttons that end them. */
export function PersonSessions({ person }: { person: User }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {t.person.open}
      </Button>
      {isOpen ? <SessionsDialog person={person} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function SessionsDialog({ person: { UserId, Name }, onClose }: { person: User; onClose: () => void }) {
  const [isAsked, ask] = useState(false);
  const refresh = useRefresh();
  const everywhere = useMutation({
    mutationFn: () => signOutEverywhere(UserId),
    onSuccess: () => {
      onClose();
      showNotice({ kind: 'done', text: t.person.done(Name) });
    },
    onSettled: refresh,
  });
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        {appMessages.dialog.close}
      </Button>
      <Button color="red.9" onClick={() => ask(true)}>
        {t.everywhere}
      </Button>
    </>
  );
  const question = { title: t.person.askTitle(Name), text: t.person.askText, action: t.everywhere };
  // Replaces the list, because a dialog cannot cover another one.
  if (isAsked)
    return <QuestionDialog question={question} running={everywhere} isDangerous onClose={() => ask(false)} />;
  return (
    <Dialog title={t.person.title(Name)} onClose={onClose} foot={foot}>
      <SessionList userId={UserId}>{(sessions) => (sessions.length === 0 ? <p>{t.person.none}</p> : null)}</SessionList>
    </Dialog>
  );
}
