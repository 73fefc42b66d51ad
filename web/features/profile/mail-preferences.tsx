import { Checkbox, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
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
  const change = useMutation({
    mutationFn: changeProfile,
    onSuccess: (me) => queries.setQueryData(['me'], me),
  });
  const pending = change.isPending ? change.variables.MailPreferences : undefined;
  return (
    <Stack gap="sm">
      {(Object.keys(mailTopicMessages) as MailTopic[]).map((topic) => (
        <Checkbox
          key={topic}
          label={mailTopicMessages[topic]}
          checked={pending?.[topic] ?? wanted[topic]}
          onChange={({ currentTarget: { checked } }) => change.mutate({ MailPreferences: { [topic]: checked } })}
        />
      ))}
      <Text size="sm" c="dimmed">
        {t.required}
      </Text>
      <ProblemAlert error={change.error} />
    </Stack>
  );
}
