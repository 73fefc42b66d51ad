import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import { Card, Look, Page } from '../../ui/page.tsx';

type Props = { title: string; text?: string; onSubmit: () => void; children: ReactNode };

/** A page with one small form. */
export function AccountCard({ title, text, onSubmit, children }: Props) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Look color={null}>
      <Page brand={null} title={`${title} · Carrel`}>
        <Card>
          <form onSubmit={submit}>
            <Stack>
              <Title order={1} size="h2">
                {title}
              </Title>
              {text === undefined ? null : <Text>{text}</Text>}
              {children}
            </Stack>
          </form>
        </Card>
      </Page>
    </Look>
  );
}
