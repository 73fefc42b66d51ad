import { Checkbox, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type MailTopic, changeProfile } from '../../api/profile.ts';
import { profileMessages } from '../../messages/en/profile.ts';
import { mailTopicMessages } from '../../messages/en/mail-topics.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useMe } from '../shell/use-me.ts';

const t = profileMessages.mails;

/** The kinds of emails that the person gets. Each change is saved at once. */
export function MailPreferences() {
  const { MailPreferences: wanted } = useMe();
  const queries = useQueryClient();
  // Shown until the answer is: the box would have its old state between the click and that.
  const [chosen, setChosen] = useState<Partial<Record<MailTopic, boolean>>>({});
  const [shown, setShown] = useState(wanted);
  if (shown !== wanted) {
    setShown(wanted);
    setChosen({});
  }
  const change = useMutation({
    mutationFn: changeProfile,
    onSuccess: (me) => queries.setQueryData(['me'], me),
    onError: () => setChosen({}),
  });
  const choose = (topic: MailTopic, isWanted: boolean) => {
    setChosen({ ...chosen, [topic]: isWanted });
    change.mutate({ MailPreferences: { [topic]: isWanted } });
  };
  return (
    <Stack gap="sm">
      {(Object.keys(mailTopicMessages) as MailTopic[]).map((topic) => (
        <Checkbox
          key={topic}
          label={mailTopicMessages[topic]}
          checked={chosen[topic] ?? wanted[topic]}
          onChange={({ currentTarget: { checked } }) => choose(topic, checked)}
        />
      ))}
      <Text size="sm" c="dimmed">
        {t.required}
      </Text>
      <ProblemAlert error={change.error} />
    </Stack>
  );
}
