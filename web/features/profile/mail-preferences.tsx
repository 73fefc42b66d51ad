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
  // Not the variables of the mutation: they arrive later than the click, and the box would show its old state in between.
  const [chosen, setChosen] = useState<Partial<Record<MailTopic, boolean>>>({});
  const change = useMutation({
    mutationFn: changeProfile,
    onSuccess: (me) => queries.setQueryData(['me'], me),
    onSettled: () => setChosen({}),
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
