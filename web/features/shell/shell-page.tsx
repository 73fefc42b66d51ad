import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { appMessages } from '../../messages/en/app.ts';
import { useMe } from './use-me.ts';
import css from './shell.module.css';

/** A page with a heading inside the shell that scrolls as a whole. */
export function ShellPage({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={css.shellPage}>
      <PageTitle title={title} />
      <Title order={1} size="h2">
        {title}
      </Title>
      {text === undefined ? null : <p className={css.shellText}>{text}</p>}
      {children}
    </div>
  );
}

/** The title of the browser tab. */
export function PageTitle({ title }: { title: string }) {
  const { Branding, DeploymentName } = useMe();
  return <title>{appMessages.title(title, Branding.Name ?? DeploymentName)}</title>;
}
