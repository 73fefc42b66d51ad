import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ItemKey } from '../../../api/keys.ts';
import { listOf } from './list-address.ts';

type Props = {
  item: ItemKey;
  className?: string | undefined;
  tabIndex?: number;
  /** The accessible name of a link that contains only an image. */
  label?: string;
  /** The link is in a list, whose order and filters the page of a document keeps. */
  isInList?: boolean;
  /** The part of a document's address after `#`. */
  hash?: string | undefined;
  children: ReactNode;
};

/** A link to a folder or document. */
export function ItemLink({ item: { kind, id }, label, isInList = false, hash, children, ...more }: Props) {
  const rest = { ...more, ...(label === undefined ? {} : { 'aria-label': label }) };
  const params = { id: String(id) };
  if (kind === 'document') {
    return (
      <Link
        to="/documents/$id"
        params={params}
        search={isInList ? listOf : {}}
        {...(hash === undefined ? {} : { hash })}
        draggable={false}
        {...rest}
      >
        {children}
      </Link>
    );
  }
  return (
    <Link to="/folders/$id" params={params} search={({ sort, view }) => ({ sort, view })} draggable={false} {...rest}>
      {children}
    </Link>
  );
}
