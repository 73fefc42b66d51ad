import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { NamedGroup, User } from '../../../api/answers.ts';
import { suggestGroups, suggestPeople } from '../../../api/sharing.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { useMe } from '../../shell/use-me.ts';
import type { Suggestion } from './suggestion.ts';

const TYPING_MS = 150;

/**
 * The suggestions. Groups are included where they can get permissions; the person is left out unless wanted. With
 * `picksFirst`, Enter selects the first suggestion for a name.
 */
export type SuggestOptions = { withGroups?: boolean; onlyGroups?: boolean; withSelf?: boolean; picksFirst?: boolean };

/** `isCurrent`: `found` is for the text as it is typed, and not for fewer letters. */
export type Suggestions = { found: Suggestion[]; isCurrent: boolean };

/** People, and groups if wanted, whose name or address begins with the text, without the excluded ones. */
export function useSuggestions(
  typed: string,
  without: string[],
  { withGroups = false, onlyGroups = false, withSelf = false }: SuggestOptions = {},
): Suggestions {
  const { UserId } = useMe();
  const query = useDebounced(typed.trim(), TYPING_MS);
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: ['people', query, withGroups, onlyGroups],
    queryFn: async () => {
      const [users, groups] = await Promise.all([
        onlyGroups ? [] : suggestPeople(query),
        withGroups || onlyGroups ? suggestGroups(query) : [],
      ]);
      return [...groups.map(suggestedGroup), ...users.map(suggestedUser)];
    },
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  if (typed.trim() === '') return { found: [], isCurrent: true };
  const isCurrent = query === typed.trim() && (isError || (data !== undefined && !isPlaceholderData));
  if (query === '') return { found: [], isCurrent };
  const found = (data ?? []).filter(
    ({ kind, id, key, address }) =>
      (withSelf || kind === 'group' || id !== UserId) && !without.includes(key) && !without.includes(address ?? key),
  );
  return { found, isCurrent };
}

const suggestedUser = ({ UserId: id, Name: name, Email, PictureUri }: User): Suggestion => ({
  kind: 'user',
  id,
  key: `user-${id}`,
  name,
  note: Email,
  address: Email.toLowerCase(),
  picture: PictureUri,
});

const suggestedGroup = ({ GroupId: id, GroupName: name }: NamedGroup): Suggestion => ({
  kind: 'group',
  id,
  key: `group-${id}`,
  name,
  note: sharingMessages.people.group,
  address: null,
});

/** The person with this address. Null if there is none, undefined while unknown. */
export function usePersonAt(address: string): User | null | undefined {
  const wanted = useDebounced(address.trim().toLowerCase(), TYPING_MS);
  const isAddress = wanted.includes('@');
  const { data } = useQuery({
    queryKey: ['person-at', wanted],
    queryFn: () => suggestPeople(wanted),
    enabled: isAddress,
  });
  if (data === undefined || wanted !== address.trim().toLowerCase()) return undefined;
  return data.find(({ Email }) => Email.toLowerCase() === wanted) ?? null;
}
