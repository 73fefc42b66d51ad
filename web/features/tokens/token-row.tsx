import { Button, Group } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import type { Token } from '../../api/answers.ts';
import { adminTokensMessages } from '../../messages/en/admin/tokens.ts';
import { formatDate } from '../../ui/format.ts';
import { Person } from '../../ui/person/person.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { describeScopes } from './limit-fields.tsx';
import { PreviousSecret } from './previous-secret.tsx';
import { RevokeToken } from './revoke-token.tsx';
import { RotateToken } from './rotate-token.tsx';
import libraryCss from '../library/library.module.css';
import sharingCss from '../sharing/sharing.module.css';

const t = adminTokensMessages;

type Props = { token: Token; userId: number };

/** A token: its name, when and by whom it was created, when it was last used, and buttons that rotate and revoke it. */
export function TokenRow({ token, userId }: Props) {
  const { Name, IsSync } = token;
  const [asked, ask] = useState<'rotate' | 'revoke' | null>(null);
  const close = () => ask(null);
  return (
    <li className={libraryCss.placeRow}>
      <IconKey size={26} stroke={1.5} aria-hidden />
      <span className={libraryCss.placeWhat}>
        {Name} {IsSync ? <span className={sharingCss.mark}>{t.sync}</span> : null}
        <About token={token} userId={userId} />
        <PreviousSecret token={token} />
      </span>
      <Group gap="sm">
        <Button variant="default" size="sm" aria-label={t.rotateOf(Name)} onClick={() => ask('rotate')}>
          {t.rotate}
        </Button>
        <Button variant="default" size="sm" aria-label={t.revokeOf(Name)} onClick={() => ask('revoke')}>
          {t.revoke}
        </Button>
      </Group>
      {asked === 'rotate' ? <RotateToken token={token} onClose={close} /> : null}
      {asked === 'revoke' ? <RevokeToken token={token} userId={userId} onClose={close} /> : null}
    </li>
  );
}

function About({ token, userId }: Props) {
  const { DateCreated, CreatedBy, LastUsed, LastAddress, ExpiresOn } = token;
  return (
    <small>
      {t.created} <RelativeTime iso={DateCreated} />
      {CreatedBy.UserId === userId ? null : (
        <>
          {` ${t.createdBy} `}
          <Person person={CreatedBy} size={0} />
        </>
      )}
      {', '}
      {LastUsed === null ? (
        t.neverUsed
      ) : (
        <>
          {t.used} <RelativeTime key={LastUsed} iso={LastUsed} />
          {LastAddress === null ? '' : ` ${t.from(LastAddress)}`}
        </>
      )}
      <br />
      {describeScopes(token)}
      {'. '}
      {ExpiresOn === null ? t.limits.never : t.limits.ends(formatDate(ExpiresOn))}
    </small>
  );
}
