/** What site admins do with things that have little but a name: groups, and libraries. */
import { Button } from '@mantine/core';
import { NameDialog } from '../library/name-dialog.tsx';
import { Confirm } from '../sharing/confirm.tsx';

export type NamedTexts = {
  add: string;
  name: string;
  make: string;
  taken: string;
  rename: string;
  renameOf: (name: string) => string;
  remove: string;
  removal: { title: (name: string) => string; text: string; action: string };
};

type ButtonsProps = {
  name: string;
  said: NamedTexts;
  /** What is done most, before renaming and removing. */
  first: { label: string; text: string; run: () => void };
  onAsk: (kind: 'rename' | 'remove') => void;
};

/** The buttons of a row. */
export function NamedButtons({ name, said, first, onAsk }: ButtonsProps) {
  const quiet = { variant: 'default', size: 'sm' } as const;
  return (
    <div className="browser-actions">
      <Button {...quiet} aria-label={first.label} onClick={first.run}>
        {first.text}
      </Button>
      <Button {...quiet} aria-label={`${said.rename} ${name}`} onClick={() => onAsk('rename')}>
        {said.rename}
      </Button>
      <Button
        {...quiet}
        variant="subtle"
        color="red"
        aria-label={`${said.remove} ${name}`}
        onClick={() => onAsk('remove')}
      >
        {said.remove}
      </Button>
    </div>
  );
}

type QuestionProps = { said: NamedTexts; onClose: () => void };
type Naming = (name: string) => Promise<void>;

/** Asks what the new one is called. */
export function AskToMake({ said, onClose, onMake }: QuestionProps & { onMake: Naming }) {
  const { add, name, make, taken } = said;
  return <NameDialog title={add} label={name} submit={make} taken={taken} onSubmit={onMake} onClose={onClose} />;
}

type Asked = QuestionProps & { kind: 'rename' | 'remove'; name: string; onRename: Naming; onRemove: () => void };

/** Asks what one is called from now on, or whether it is really to go. */
export function AskAboutNamed({ kind, name, said, onClose, onRename, onRemove }: Asked) {
  if (kind === 'remove') {
    const { title, text, action } = said.removal;
    return (
      <Confirm title={title(name)} action={action} onClose={onClose} onConfirm={onRemove}>
        {text}
      </Confirm>
    );
  }
  return (
    <NameDialog
      title={said.renameOf(name)}
      label={said.name}
      submit={said.rename}
      initial={name}
      taken={said.taken}
      onSubmit={onRename}
      onClose={onClose}
    />
  );
}
