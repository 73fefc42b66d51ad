import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { suggestPeople } from '../../../api/sharing.ts';
import { addressesIn } from '../people/addresses.ts';
import { type Invitee, addressOf } from './invite-draft.ts';

export type ChangeInvitees = (change: (before: Invitee[]) => Invitee[]) => void;

/** The text in the field for people, which can be an address that is not added yet. */
export type Typed = { typed: string; setTyped: (text: string) => void };

/** Whether a text is an address or becomes one, and not the beginning of a name. */
export const isAddress = (text: string): boolean => text.includes('@');

/** Adding the text in the field for people. */
export function useInvitees(
  { setTyped }: Typed,
  onChange: ChangeInvitees,
): {
  /** The text is neither a name from the list nor an address. */
  isUnknown: boolean;
  type: (text: string) => void;
  addTyped: (text: string) => void;
  addInvitee: (invitee: Invitee) => void;
} {
  const [isUnknown, setUnknown] = useState(false);
  const findColleague = useColleagueAt();
  const type = (text: string) => {
    setTyped(text);
    setUnknown(false);
  };
  const addInvitee = (invitee: Invitee) => {
    type('');
    onChange((before) => distinct([...before, invitee]));
  };
  const addTyped = (text: string) => {
    const addresses = addressesIn(text).filter(isAddress);
    if (addresses.length === 0) return setUnknown(text.trim() !== '');
    for (const address of addresses) {
      addInvitee(addressOf(address));
      void findColleague(address).then((colleague) => {
        if (colleague !== null) {
          onChange((before) => distinct(before.map((each) => (each.key === address ? colleague : each))));
        }
        return null;
      });
    }
  };
  return { isUnknown, type, addTyped, addInvitee };
}

function distinct(invitees: Invitee[]): Invitee[] {
  return [...new Map(invitees.map((invitee) => [invitee.key, invitee])).values()];
}

// The server resolves addresses in any case. This only shows the result earlier.
function useColleagueAt(): (address: string) => Promise<Invitee | null> {
  const queries = useQueryClient();
  return async (address) => {
    const query = { queryKey: ['person-at', address], queryFn: () => suggestPeople(address) };
    // Without a response the address stays an address.
    const people = await queries.fetchQuery(query).catch(() => []);
    const person = people.find(({ Email }) => Email.toLowerCase() === address);
    if (person === undefined) return null;
    const { UserId: id, Name: name, Email: note } = person;
    return { kind: 'user', key: `user-${id}`, id, name, note };
  };
}
