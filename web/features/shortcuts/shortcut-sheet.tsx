import { Checkbox, Title } from '@mantine/core';
import { Fragment } from 'react';
import { shortcutMessages as t } from '../../messages/en/shortcuts.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DOCUMENT_SHORTCUTS, GLOBAL_SHORTCUTS, LIST_SHORTCUTS, type Shortcut, labelsOf } from './shortcuts.ts';
import { useSingleKeys } from './use-single-keys.ts';
import css from './shortcuts.module.css';

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The sheet of shortcuts, from the registry. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [hasSingleKeys, setSingleKeys] = useSingleKeys();
  return (
    <Dialog title={t.title} onClose={onClose} isWide>
      <Group title={t.everywhere} shortcuts={GLOBAL_SHORTCUTS} />
      <Checkbox
        className={css.single}
        mt="sm"
        label={t.single}
        description={t.singleHint}
        checked={hasSingleKeys}
        onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
      />
      <Group title={t.inLists} shortcuts={LIST_SHORTCUTS} />
      <Group title={t.inDocuments} shortcuts={DOCUMENT_SHORTCUTS} />
    </Dialog>
  );
}

type GroupProps = { title: string; shortcuts: Record<string, Shortcut> };

function Group({ title, shortcuts }: GroupProps) {
  return (
    <>
      <Title order={3} size="h6" mt="md" mb="xs">
        {title}
      </Title>
      <dl className={css.shortcuts}>
        {Object.values(shortcuts).map(({ keys, label, shown = keys }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>
              {shown.map((combination) => (
                <Keys key={combination} combination={combination} />
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

function Keys({ combination }: { combination: string }) {
  return (
    <span className={css.keys}>
      {labelsOf(combination, IS_MAC).map((label) => (
        <kbd key={label} className={css.key}>
          {label}
        </kbd>
      ))}
    </span>
  );
}
