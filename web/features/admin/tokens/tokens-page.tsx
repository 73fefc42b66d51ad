import { IconKey } from '@tabler/icons-react';
import { listAllTokens } from '../../../api/tokens.ts';
import { adminTokensTexts } from '../../../texts/en/admin-tokens.ts';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { TokenRow } from '../../tokens/token-row.tsx';
import { PersonFilter } from '../person-filter.tsx';
import { useFilter } from '../use-filter.ts';
import '../../library/library.css';
import '../links/links.css';

const said = adminTokensTexts;

/** The API tokens of the deployment, of all or of one person, and how to end them. */
export function AdminTokensPage() {
  const [filter, change] = useFilter<{ userId: string }>();
  const { userId } = filter;
  const list = usePagedList(['tokens', 'deployment', userId ?? ''], (after) => listAllTokens(filter, after));
  const none = { Icon: IconKey, text: userId === undefined ? said.none : said.noneMatches };
  const head = (
    <section className="filters" aria-label={said.filter}>
      <PersonFilter
        label={said.person}
        hint={said.personHint}
        userId={userId}
        onChange={(chosen) => change({ userId: chosen })}
      />
    </section>
  );
  return (
    <ListPage title={said.title} text={said.text} list={list} none={none} head={head}>
      {(tokens) => (
        <ul className="place-list section-title">
          {tokens.map((token) => (
            <TokenRow key={token.TokenId} token={token} userId={token.User.UserId}>
              <span title={token.User.Email}>{said.of(token.User.Name)}</span>
            </TokenRow>
          ))}
        </ul>
      )}
    </ListPage>
  );
}
