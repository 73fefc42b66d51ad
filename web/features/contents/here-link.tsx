import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type HerePlace, searchOf } from './here-place.ts';

/** A link to another folder or document of the same share. */
export function HereLink(props: {
  place: HerePlace;
  className?: string | undefined;
  children: ReactNode;
  current?: boolean;
}) {
  const { place, className, children, current = false } = props;
  return (
    <Link
      to="."
      search={(search) => searchOf(search, place)}
      {...(className === undefined ? {} : { className })}
      {...(current ? { 'aria-current': 'page' as const } : {})}
    >
      {children}
    </Link>
  );
}
