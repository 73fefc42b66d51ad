import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type HerePlace, searchOf } from './here-place.ts';

/** A link to another folder or document of the same share. */
export function HereLink(props: {
  place: HerePlace;
  className?: string | undefined;
  children: ReactNode;
  current?: boolean;
  /** The part of the address after `#`. */
  hash?: string | undefined;
  /** Instead of this entry of the history. */
  replace?: boolean;
}) {
  const { place, className, children, current = false, hash, replace = false } = props;
  return (
    <Link
      to="."
      search={(search) => searchOf(search, place)}
      replace={replace}
      {...(className === undefined ? {} : { className })}
      {...(hash === undefined ? {} : { hash })}
      {...(current ? { 'aria-current': 'page' as const } : {})}
    >
      {children}
    </Link>
  );
}
