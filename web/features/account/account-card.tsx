import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef } from 'react';
import { messages } from '../../messages/en.ts';
import { Card, Look, Page } from '../../ui/page.tsx';
import { usePublicBrand } from '../visits/use-public-brand.ts';

type Props = { title: string; text?: string; onSubmit: () => void; children: ReactNode };

const PRODUCT = messages.product;

/** A page with one small form, with the name and logo of the deployment, or of the product. */
export function AccountCard({ title, text, onSubmit, children }: Props) {
  const brand = usePublicBrand();
  const form = useFirstField();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Look color={brand?.Color ?? null}>
      <Page brand={brand} title={`${title} · ${brand?.Name ?? PRODUCT}`}>
        <Card>
          <form onSubmit={submit} ref={form}>
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

// Focuses the first field, or the button of a form without fields, because the page has nothing else.
function useFirstField(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (first('input, button[type=submit]') ?? first('button'))?.focus();
  }, []);
  return form;
}
