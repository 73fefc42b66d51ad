import { Button } from '@mantine/core';
import { useState } from 'react';
import { adminTokensMessages } from '../../../messages/en/admin/tokens.ts';
import { appMessages } from '../../../messages/en/app.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { CreateToken } from '../../account/create-token.tsx';
import { SuggestField } from '../../sharing/people/suggest-field.tsx';
import { useMe } from '../../shell/use-me.ts';

const t = adminTokensMessages;

/** Creates an API token for a person, at first for the site admin. The person is notified by email. */
export function CreateForPerson({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const [owner, setOwner] = useState<{ id: number; name: string } | null>({ id: me.UserId, name: me.Name });
  const [typed, setTyped] = useState(me.Name);
  const foot = (
    <Button variant="default" onClick={onClose}>
      {appMessages.dialog.close}
    </Button>
  );
  return (
    <Dialog title={t.own.create} onClose={onClose} foot={foot}>
      <SuggestField
        label={t.person}
        hint={t.ownerHint}
        error={undefined}
        typed={typed}
        onType={(text) => {
          setTyped(text);
          setOwner(null);
        }}
        onPick={({ id, name }) => {
          setTyped(name);
          setOwner({ id, name });
        }}
        without={[]}
        options={{ withSelf: true }}
      />
      {owner === null ? (
        <p role="status">{t.chooseOwner}</p>
      ) : (
        <CreateToken key={owner.id} userId={owner.id} onDone={onClose} />
      )}
    </Dialog>
  );
}
