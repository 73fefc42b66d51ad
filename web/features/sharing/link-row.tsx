import type { OwnShare } from '../../api/answers.ts';
import { itemOf } from '../../api/sharing.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { printDate } from '../../ui/format.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EntryIcon } from '../library/entry-icon.tsx';
import { EntryLink } from '../library/entry-link.tsx';
import { LinkRecipients } from './link-recipients.tsx';
import { LinkWays } from './link-ways.tsx';

const said = sharingTexts.mine;

/** One link: what it leads to, whom it lets do what until when, who has opened it, and what one can do with it. */
export function LinkRow({ link }: { link: OwnShare }) {
  const item = itemOf(link);
  const name = link.ItemName ?? said.nameless;
  const isLinked = link.ItemName !== null && !link.IsInTrash;
  return (
    <li className="own-link">
      <div className="own-link-head">
        <EntryIcon entry={{ kind: item.kind, name }} size={26} />
        <div className="place-what">
          {isLinked ? (
            <EntryLink item={item} className="own-link-name">
              {name}
            </EntryLink>
          ) : (
            <span className="own-link-name">{name}</span>
          )}
          <small>{link.Location.join(' › ')}</small>
        </div>
      </div>
      <Marks link={link} />
      <p className="own-link-opened">
        {link.LastOpened === null ? (
          said.never
        ) : (
          <>
            {said.opened(link.OpenCount)} <RelativeTime key={link.LastOpened} iso={link.LastOpened} />
          </>
        )}
      </p>
      <LinkRecipients link={link} />
      <LinkWays link={link} name={name} />
    </li>
  );
}

// What endangers or is over stands out.
function Marks({ link }: { link: OwnShare }) {
  const { Status, ExpiresOn, IsInTrash } = link;
  const isOpen = !link.AccessCodeRequired && !link.HasPassword;
  return (
    <ul className="marks">
      {Status === 'Active' ? null : <li className="mark is-loud">{said.status[Status]}</li>}
      {IsInTrash ? <li className="mark is-loud">{said.inTrash}</li> : null}
      <li className="mark">{rightsOf(link)}</li>
      <li className={isOpen ? 'mark is-open' : 'mark'}>{said.protection[protectionOf(link)]}</li>
      <li className={ExpiresOn === null ? 'mark is-open' : 'mark'}>{endOf(link)}</li>
    </ul>
  );
}

function endOf({ ExpiresOn, Status }: OwnShare): string {
  if (ExpiresOn === null) return said.forever;
  return Status === 'Expired' ? said.ended(printDate(ExpiresOn)) : said.until(printDate(ExpiresOn));
}

function protectionOf({ AccessCodeRequired, HasPassword }: OwnShare): keyof typeof said.protection {
  if (AccessCodeRequired) return 'code';
  return HasPassword ? 'password' : 'none';
}

function rightsOf(link: OwnShare): string {
  const { rights } = said;
  if (link.ShareType === 'Template') return rights.guided;
  const allowed: [boolean, string][] = [
    // Who may download may view.
    [link.AllowView || link.AllowDownload, rights.view],
    [link.AllowDownload, rights.download],
    [link.AllowUpload, rights.upload],
    [link.AllowEdit, rights.edit],
  ];
  const parts = allowed.filter(([isAllowed]) => isAllowed).map(([, right]) => right);
  const [first = '', ...rest] = parts;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ');
}
