import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import type { ObjectKey } from '../../api/keys.ts';
import { homeMessages } from '../../messages/en/home.ts';
import { useStar } from './use-star.ts';
import css from './stars.module.css';

const t = homeMessages.starred;

type Props = { item: ObjectKey & { name: string }; isStarred: boolean };

/** Shows whether an item is starred, and toggles it. */
export function StarButton({ item, isStarred }: Props) {
  const star = useStar();
  const Icon = isStarred ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      className={css.starButton}
      aria-label={t.starOf(item.name)}
      aria-pressed={isStarred}
      title={isStarred ? t.unstar : t.star}
      onClick={() => void star([item], !isStarred)}
    >
      <Icon size={20} className={isStarred ? css.starred : undefined} aria-hidden />
    </ActionIcon>
  );
}

/** The mark of a starred item in a list. */
export function StarMark() {
  return <IconStarFilled size={14} className={css.starred} role="img" aria-label={t.mark} />;
}
