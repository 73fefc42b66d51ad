/** Shared components for objects with little more than a name: groups and libraries. */
import { NameDialog } from '../library/dialogs/name-dialog.tsx';
import { Confirm } from '../sharing/confirm.tsx';

export type NamedMessages = {
  add: string;
  name: string;
  create: string;
  taken: string;
  rename: string;
  renameOf: (name: string) => string;
  remove: string;
  removal: { title: (name: string) => string; text: string; action: string };
};

type QuestionProps = { t: NamedMessages; onClose: () => void };
type Naming = (name: string) => Promise<void>;

/** Asks for the name of a new object. */
export function CreateNamed({ t, onClose, onCreate }: QuestionProps & { onCreate: Naming }) {
  const { add, name, create, taken } = t;
  return <NameDialog title={add} label={name} submit={create} taken={taken} onSubmit={onCreate} onClose={onClose} />;
}

type Asked = QuestionProps & { kind: 'rename' | 'remove'; name: string; onRename: Naming; onRemove: () => void };

/** Asks for a new name, or confirms a deletion. */
export function NamedDialogs({ kind, name, t, onClose, onRename, onRemove }: Asked) {
  if (kind === 'remove') {
    const { title, text, action } = t.removal;
    return (
      <Confirm title={title(name)} action={action} onClose={onClose} onConfirm={onRemove}>
        {text}
      </Confirm>
    );
  }
  return (
    <NameDialog
      title={t.renameOf(name)}
      label={t.name}
      submit={t.rename}
      initial={name}
      taken={t.taken}
      onSubmit={onRename}
      onClose={onClose}
    />
  );
}
