import { type ComponentProps, Suspense, lazy } from 'react';

const Dialog = lazy(async () => ({ default: (await import('./place-dialog.tsx')).PlaceDialog }));

/** Asks for the target of a move, copy, restore or upload. Loaded when it is needed. */
export function PlaceDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
