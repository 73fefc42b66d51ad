import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../../api/answers.ts';
import { resetFactors } from '../../../api/sign-in/factors.ts';
import { adminPeopleMessages } from '../../../messages/en/admin/people.ts';
import { QuestionDialog } from '../../factors/question-dialog.tsx';
import { showNotice } from '../../shell/notice-list.ts';

const t = adminPeopleMessages.resetFactors;

/** Removes the second factors of a person who has lost them. */
export function ResetFactors({ person: { UserId, Name } }: { person: User }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const reset = useMutation({
    mutationFn: () => resetFactors(UserId),
    onSuccess: async () => {
      setAsking(false);
      showNotice({ kind: 'done', text: t.done(Name) });
      await queries.invalidateQueries({ queryKey: ['account', UserId] });
    },
  });
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
        {t.open}
      </Button>
      {isAsking ? (
        <QuestionDialog
          question={{ title: t.title(Name), text: t.text, action: t.action }}
          running={reset}
          onClose={() => setAsking(false)}
          isDangerous
        />
      ) : null}
    </>
  );
}
