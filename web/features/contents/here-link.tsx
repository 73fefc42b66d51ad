import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type Place = { folder?: number; document?: number };

/** A link to another folder or document of the same share. */
export function HereLink(props: {
  place: Place;
  className?: string | undefined;
  children: ReactNode;
  current?: boolean;
}) {
  const { place, className, children, current = false } = props;
  return (
    <Link
      to="."
      search={(search) => ({ ...withoutPlace(search), ...formatPlace(place) })}
      {...(className === undefined ? {} : { className })}
      {...(current ? { 'aria-current': 'page' as const } : {})}
    >
      {children}
    </Link>
  );
}

function withoutPlace({ recipient }: { recipient?: string | undefined }): { recipient?: string } {
  return recipient === undefined ? {} : { recipient };
}

function formatPlace({ folder, document }: Place): { folder?: string; document?: string } {
  return {
    ...(folder === undefined ? {} : { folder: String(folder) }),
    ...(document === undefined ? {} : { document: String(document) }),
  };
}
