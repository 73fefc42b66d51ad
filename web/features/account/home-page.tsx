import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { getMe, signOut } from '../../api/account.ts';
import { ApiError } from '../../api/client.ts';
import { texts } from '../../texts/en.ts';
import { Card, Look, Page } from '../../ui/page.tsx';
import { NotificationBell } from '../notifications/notification-bell.tsx';
import { FailedMessage } from '../visits/states.tsx';

const said = texts.account.home;

/** Where somebody who is signed in starts. */
export function HomePage() {
  const { data: me, error, refetch } = useQuery({ queryKey: ['me'], queryFn: getMe });
  if (error instanceof ApiError && error.status === 401) return <Navigate to="/sign-in" replace />;
  return (
    <Look color={null}>
      <Page brand={me === undefined ? null : { Name: me.DeploymentName, LogoUri: null }} title="Carrel">
        {error === null ? null : <FailedMessage error={error} retry={() => void refetch()} />}
        {me === undefined ? null : (
          <Card>
            <Stack>
              <Group justify="space-between" align="flex-start" wrap="nowrap">
                <Title order={1} size="h2">
                  {said.hello(me.Name)}
                </Title>
                <NotificationBell />
              </Group>
              <Text>{said.signedInAs(me.Email)}</Text>
              <a href="/api/docs">{said.reference}</a>
              {me.IsSiteAdmin ? <Link to="/outbox">{said.outbox}</Link> : null}
              <SignOut />
            </Stack>
          </Card>
        )}
      </Page>
    </Look>
  );
}

function SignOut() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      queries.clear();
      await navigate({ to: '/sign-in' });
    },
  });
  return (
    <Button variant="default" onClick={() => end.mutate()} loading={end.isPending}>
      {said.signOut}
    </Button>
  );
}
