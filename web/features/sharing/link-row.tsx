import type { OwnShare } from '../../api/answers.ts';
import { itemOf } from '../../api/sharing.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EntryIcon } from '../library/entry-icon.tsx';
import { EntryLink } from '../library/entry-link.tsx';
import { LinkMarks } from './link-marks.tsx';
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
      <LinkMarks link={link} />
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
