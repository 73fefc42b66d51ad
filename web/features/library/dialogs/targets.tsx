import { Skeleton, Title } from '@mantine/core';
import { IconFolder, IconFolders } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Place } from '../../../api/answers.ts';
import { searchNames } from '../../../api/library.ts';
import { placeOf } from '../../search/place-of.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { useMe } from '../../shell/use-me.ts';
import { usePreference } from '../../shell/use-preference.ts';
import type { Target } from '../actions/use-actions.ts';
import css from '../library.module.css';

const t = libraryMessages.place;
const MAX_RECENT = 4;
const TYPING_MS = 200;

/** A target with the place that it is in, because folders of different places have the same name. */
export type ListedTarget = Target & { hint?: string | undefined };

/** The last targets of this person, newest first, and a function that adds one. Others who use the browser don't see them. */
export function useRecentTargets(): [ListedTarget[], (target: Target, place: Place) => void] {
  const { UserId } = useMe();
  const [recent, setRecent] = usePreference<ListedTarget[]>({
    name: `${UserId}-targets`,
    usual: [],
    isValid: isTargets,
  });
  const remember = ({ kind, id, name }: Target, place: Place) => {
    const others = recent.filter((one) => one.kind !== kind || one.id !== id);
    setRecent([{ kind, id, name, hint: hintOf(place) }, ...others].slice(0, MAX_RECENT));
  };
  return [recent, remember];
}

// The path of a folder without its own name. A library has none.
function hintOf({ LibraryName, IsPrivate, Path }: Place): string | undefined {
  if (Path.length === 0) return undefined;
  const library = IsPrivate ? libraryMessages.libraries.mine : (LibraryName ?? '');
  return t.inFolder([library, ...Path.slice(0, -1).map(({ FolderName }) => FolderName)]);
}

const isTargets = (value: unknown): value is ListedTarget[] =>
  Array.isArray(value) && value.every((one: Partial<Target>) => typeof one.id === 'number' && one.name !== undefined);

type Props = { chosen: Target | null; onChoose: (target: Target) => void };
type ListProps = Props & { label: string; targets: ListedTarget[] };

/** Targets in a list. Hidden if there are none. */
export function Targets({ label, targets, chosen, onChoose }: ListProps) {
  if (targets.length === 0) return null;
  return (
    <section aria-label={label}>
      <Title order={3} size="h6">
        {label}
      </Title>
      <ul className={css.tree}>
        {targets.map(({ hint, ...target }) => {
          const isChosen = chosen?.kind === target.kind && chosen.id === target.id;
          const Icon = target.kind === 'library' ? IconFolders : IconFolder;
          return (
            <li key={`${target.kind} ${target.id}`} className={css.treeRow}>
              <button
                type="button"
                className={isChosen ? `${css.treeName} ${css.isChosen}` : css.treeName}
                aria-pressed={isChosen}
                onClick={() => onChoose(target)}
              >
                <Icon size={18} stroke={1.75} aria-hidden />
                <span>
                  {target.name}
                  {hint === undefined ? null : <small className={css.treeHint}>{hint}</small>}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Folders by name, in all libraries. `onChanged`: after other results were shown. */
export function FoundTargets({ query, onChanged, ...props }: Props & { query: string; onChanged: () => void }) {
  const settled = useDebounced(query, TYPING_MS);
  const { data, error } = useQuery({
    queryKey: ['found', 'targets', settled],
    queryFn: () => searchNames(settled, null),
    // The focus may be on a result while the last letters are searched.
    placeholderData: keepPreviousData,
  });
  useEffect(onChanged, [data, error, onChanged]);
  if (error !== null) return <ProblemAlert error={error} />;
  if (data === undefined) return <Skeleton height={120} />;
  const targets = data.body.flatMap((found) =>
    found.Embedded.Folder === null
      ? []
      : { kind: 'folder' as const, id: found.Embedded.Folder.FolderId, name: found.ItemName, hint: placeOf(found) },
  );
  if (targets.length === 0) return <p role="status">{t.noneFound}</p>;
  return <Targets label={t.found} targets={targets} {...props} />;
}
