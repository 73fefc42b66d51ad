import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebarRight } from '@tabler/icons-react';
import { libraryMessages } from '../../../messages/en/library.ts';
import { useDetails } from './use-details.ts';
import css from './details.module.css';

/** Shows or hides the details. It lies outside the bar that the actions for selected rows cover. */
export function DetailsToggle() {
  const { isOpen, toggle } = useDetails();
  const label = libraryMessages.details.toggle;
  return (
    <ActionIcon
      className={css.toggle}
      variant={isOpen ? 'light' : 'subtle'}
      size={36}
      aria-label={label}
      aria-pressed={isOpen}
      title={label}
      onClick={toggle}
    >
      <IconLayoutSidebarRight size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
