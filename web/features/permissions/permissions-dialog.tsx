import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ObjectKey } from '../../api/keys.ts';
import { getPermissions } from '../../api/permissions.ts';
import { placeQuery } from '../../queries.ts';
import { permissionMessages } from '../../messages/en/permissions.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { AccessView } from './access-view.tsx';
import { PermissionsForm } from './permissions-form.tsx';

/** The object of the dialog. */
export type PermissionTarget = ObjectKey & { name: string };

type Props = { object: PermissionTarget; onClose: () => void };

/** Permissions of an object, for people who can manage access: its entries, and who has access through them. */
export function PermissionsDialog({ object, onClose }: Props) {
  const [isExplained, explain] = useState(false);
  if (isExplained) return <Explanation object={object} onBack={() => explain(false)} onClose={onClose} />;
  return <Entries object={object} onExplain={() => explain(true)} onClose={onClose} />;
}

function Entries({ object, onExplain, onClose }: Props & { onExplain: () => void }) {
  const { kind, id, name } = object;
  const place = useQuery(placeQuery(object));
  // The current entries. Saving compares against them.
  const seen = useQuery({
    queryKey: ['permissions', kind, id],
    queryFn: () => getPermissions(object),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (place.data !== undefined && seen.data !== undefined) {
    return (
      <PermissionsForm
        key={seen.data.tag}
        {...{ object, onExplain, onClose }}
        place={place.data}
        seen={seen.data}
        onReload={() => void seen.refetch()}
      />
    );
  }
  const error = seen.error ?? place.error;
  return (
    <Dialog isWide title={permissionMessages.title(name)} onClose={onClose} foot={null}>
      {error === null ? <Skeleton height={240} /> : <ProblemAlert error={error} />}
    </Dialog>
  );
}

function Explanation({ object, onBack, onClose }: Props & { onBack: () => void }) {
  const { of, back } = permissionMessages.access;
  const foot = (
    <Button variant="default" onClick={onBack}>
      {back}
    </Button>
  );
  return (
    <Dialog isWide title={of(object.name)} onClose={onClose} foot={foot}>
      <AccessView object={object} />
    </Dialog>
  );
}
