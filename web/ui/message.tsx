import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from './page.tsx';

/** A page that only shows a message. */
export function Message(props: { icon: ReactNode; title: string; text: string; children?: ReactNode }) {
  return (
    <Card>
      <Stack gap="md">
        {props.icon}
        <Title order={1} size="h2">
          {props.title}
        </Title>
        <Text>{props.text}</Text>
        {props.children}
      </Stack>
    </Card>
  );
}
