import type { ReactNode } from 'react';

/** A step of a path that is a link and nothing more. */
export function PlainStep({ children }: { children: ReactNode }) {
  return <>{children}</>;
}
