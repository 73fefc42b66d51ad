import { Button, type ButtonProps } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type Props = Pick<ButtonProps, 'size' | 'variant' | 'leftSection'> & {
  to: LinkProps['to'];
  params?: Record<string, string>;
  label?: string;
  children: ReactNode;
};

/** A link to a page that looks like a button. */
export function LinkButton({ to, params, label, size = 'sm', variant = 'default', children, ...more }: Props) {
  const target = { to, ...(params === undefined ? {} : { params }) } as LinkProps;
  return (
    <Button
      {...more}
      size={size}
      variant={variant}
      aria-label={label}
      renderRoot={(props) => <Link {...target} {...props} />}
    >
      {children}
    </Button>
  );
}
