import { Title } from '@mantine/core';
import { permissionMessages } from '../../messages/en/permissions.ts';
import { AccessView } from '../permissions/access-view.tsx';
import css from '../permissions/permissions.module.css';

/** People who have access to a document and why, for people who can manage access. */
export function AccessSection({ documentId }: { documentId: number }) {
  return (
    <section className={css.accessSection}>
      <Title order={2} size="h5" mb="xs" mt="lg">
        {permissionMessages.access.title}
      </Title>
      <AccessView object={{ kind: 'document', id: documentId }} />
    </section>
  );
}
