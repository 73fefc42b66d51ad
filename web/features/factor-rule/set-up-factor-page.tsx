import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getFactors } from '../../api/sign-in/factors.ts';
import { factorMessages } from '../../messages/en/sign-in/factors.ts';
import { meQuery } from '../../queries.ts';
import { Card, Look, Page } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ConfirmHost } from '../confirm/confirm-host.tsx';
import { Factors } from '../factors/factors.tsx';
import { Notices } from '../shell/notices.tsx';
import { useMe } from '../shell/use-me.ts';
import { useSignOut } from '../shell/use-sign-out.ts';
import css from '../factors/factors.module.css';

const t = factorMessages.required;

/** Replaces all pages for a person whose deadline to set up a second factor has passed. */
export function SetUpFactorPage({ onDone }: { onDone: () => void }) {
  const { Email, Branding, DeploymentName } = useMe();
  const end = useSignOut();
  const { isSetUp, proceed } = useProgress(onDone);
  return (
    <Look color={Branding.Color}>
      <Page brand={{ ...Branding, Name: Branding.Name ?? DeploymentName }} title={t.title}>
        <div className={css.setUp}>
          <Card>
            <Stack>
              <Title order={1} size="h2">
                {isSetUp ? t.done : t.title}
              </Title>
              <Text>{isSetUp ? t.doneText : t.text(Email)}</Text>
              <Factors />
              <ProblemAlert error={proceed.error} />
              <Group justify="space-between">
                <Button variant="default" size="md" onClick={end}>
                  {t.signOut}
                </Button>
                {isSetUp ? (
                  <Button size="md" loading={proceed.isPending} onClick={() => proceed.mutate()}>
                    {t.proceed}
                  </Button>
                ) : null}
              </Group>
            </Stack>
          </Card>
        </div>
      </Page>
      <ConfirmHost />
      <div className={css.setUpNotices}>
        <Notices />
      </div>
    </Look>
  );
}

function useProgress(onDone: () => void) {
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: ['factors'], queryFn: getFactors });
  const isSetUp = data !== undefined && data.RecoveryCodes !== null;
  const proceed = useMutation({
    mutationFn: () => queries.refetchQueries({ queryKey: meQuery.queryKey }, { throwOnError: true }),
    onSuccess: () => {
      // Fetches everything that was refused before, because pages show cached errors.
      queries.removeQueries({ type: 'inactive' });
      onDone();
    },
  });
  return { isSetUp, proceed };
}
