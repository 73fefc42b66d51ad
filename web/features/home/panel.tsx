import { Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { homeMessages } from '../../messages/en/home.ts';
import css from './home.module.css';

type Props = {
  title: string;
  /** The page with the whole list. */
  to?: LinkProps['to'];
  /** A short text beside the title. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A titled part of the home page. */
export function Panel({ title, to, aside, children }: Props) {
  const id = useId();
  return (
    <section className={css.panel} aria-labelledby={id}>
      <div className={css.panelHead}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {aside === undefined ? null : <span className={css.aside}>{aside}</span>}
        {to === undefined ? null : (
          <Link to={to} className={css.more} aria-label={`${homeMessages.more}: ${title}`}>
            {homeMessages.more}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

/** The text of a part without content, with the action that fills it. */
export function Nothing({ Icon, text, children }: { Icon: Icon; text: string; children?: ReactNode }) {
  return (
    <div className={css.nothing}>
      <Icon size={28} stroke={1.5} aria-hidden />
      <p>{text}</p>
      {children}
    </div>
  );
}
