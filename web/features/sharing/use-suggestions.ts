import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { User } from '../../api/answers.ts';
import { suggestPeople } from '../../api/sharing.ts';
import { useSettled } from '../library/use-settled.ts';
import { useMe } from '../shell/use-me.ts';

const TYPING_MS = 150;

/** People whose name or address begins so, without oneself and those who are there already. */
export function useSuggestions(typed: string, without: string[]): User[] {
  const { UserId } = useMe();
  const query = useSettled(typed.trim(), TYPING_MS);
  const { data } = useQuery({
    queryKey: ['people', query],
    queryFn: () => suggestPeople(query),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  if (query === '' || typed.trim() === '') return [];
  return (data ?? []).filter((user) => user.UserId !== UserId && !without.includes(user.Email.toLowerCase()));
}

/** Who has this address here; null if nobody, undefined as long as it is not known. */
export function usePersonAt(address: string): User | null | undefined {
  const wanted = useSettled(address.trim().toLowerCase(), TYPING_MS);
  const isAddress = wanted.includes('@');
  const { data } = useQuery({ queryKey: ['people', wanted], queryFn: () => suggestPeople(wanted), enabled: isAddress });
  if (data === undefined || wanted !== address.trim().toLowerCase()) return undefined;
  return data.find(({ Email }) => Email.toLowerCase() === wanted) ?? null;
}
