import { IconKey } from '@tabler/icons-react';
import { listAllTokens } from '../../../api/tokens.ts';
import { adminTokensMessages } from '../../../messages/en/admin-tokens.ts';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { TokenRow } from '../../tokens/token-row.tsx';
import { PersonFilter } from '../person-filter.tsx';
import { useFilter } from '../use-filter.ts';
import libraryCss from '../../library/library.module.css';
import linksCss from '../links/links.module.css';
import shellCss from '../../shell/shell.module.css';

const t = adminTokensMessages;

/** The API tokens of the deployment, or of one person, with a button to revoke each. */
export function AdminTokensPage() {
  const [filter, change] = useFilter<{ userId: string }>();
  const { userId } = filter;
  const list = usePagedList(['tokens', 'deployment', userId ?? ''], (after) => listAllTokens(filter, after));
  const none = { Icon: IconKey, text: userId === undefined ? t.none : t.noneMatches };
  const head = (
    <section className={linksCss.filters} aria-label={t.filter}>
      <PersonFilter
        label={t.person}
        hint={t.personHint}
        userId={userId}
        onChange={(chosen) => change({ userId: chosen })}
      />
    </section>
  );
  return (
    <ListPage title={t.title} text={t.text} list={list} none={none} head={head}>
      {(tokens) => (
        <ul className={`${libraryCss.placeList} ${shellCss.sectionTitle}`}>
          {tokens.map((token) => (
            <TokenRow key={token.TokenId} token={token} userId={token.User.UserId}>
              <span title={token.User.Email}>{t.of(token.User.Name)}</span>
            </TokenRow>
          ))}
        </ul>
      )}
    </ListPage>
  );
}
