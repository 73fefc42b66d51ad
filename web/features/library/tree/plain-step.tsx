import type { ReactNode } from 'react';

/** A step of a path that is only a link. */
export function PlainStep({ children }: { children: ReactNode }) {
  return <>{children}</>;
}
