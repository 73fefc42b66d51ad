import { useQuery } from '@tanstack/react-query';
import type { Person, UserProfile } from '../../api/answers.ts';
import { getProfile } from '../../api/people.ts';
import { personMessages } from '../../messages/en/person.ts';
import { Avatar } from './avatar.tsx';
import css from './person.module.css';

const t = personMessages;
const FRESH_MS = 300_000;

/** The contents of the hover card. Name and address are known; the rest is requested. */
export function PersonCard({ person: { UserId, Name, Email, PictureUri, IsDeleted } }: { person: Person }) {
  const { data } = useQuery({
    queryKey: ['profile', UserId],
    queryFn: () => getProfile(UserId),
    staleTime: FRESH_MS,
  });
  return (
    <>
      <Avatar name={Name} of={UserId} picture={PictureUri} size={56} />
      <span className={css.cardText}>
        <strong>{Name}</strong>
        <span>{Email}</span>
        <span className={css.cardRole}>{IsDeleted ? t.wasDeleted : roleOf(data)}</span>
        {data?.Groups?.length ? (
          <span>{t.groups(data.Groups.map(({ GroupName }) => GroupName).join(', '))}</span>
        ) : null}
      </span>
    </>
  );
}

// A space keeps the height until the role is known.
function roleOf(profile: UserProfile | undefined): string {
  if (profile === undefined) return '\u00a0';
  return profile.IsSiteAdmin ? t.siteAdmin : t.member;
}
