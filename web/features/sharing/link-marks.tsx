import type { OwnShare } from '../../api/answers.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { formatDate } from '../../ui/format.ts';
import './sharing.css';

const t = sharingMessages.mine;

/** What of a link its marks tell, whoever looks after it. */
type MarkedLink = Omit<OwnShare, 'ItemName' | 'Recipients' | 'Abilities' | 'Links'>;

/** The state of a link, what it allows, behind what and until when; what endangers or is over stands out. */
export function LinkMarks({ link }: { link: MarkedLink }) {
  const { Status, ExpiresOn, IsInTrash } = link;
  const isOpen = !link.AccessCodeRequired && !link.HasPassword;
  return (
    <ul className="marks">
      {Status === 'Active' ? null : <li className="mark is-loud">{t.status[Status]}</li>}
      {IsInTrash ? <li className="mark is-loud">{t.inTrash}</li> : null}
      <li className="mark">{rightsOf(link)}</li>
      <li className={isOpen ? 'mark is-open' : 'mark'}>{t.protection[protectionOf(link)]}</li>
      <li className={ExpiresOn === null ? 'mark is-open' : 'mark'}>{endOf(link)}</li>
    </ul>
  );
}

function endOf({ ExpiresOn, Status }: MarkedLink): string {
  if (ExpiresOn === null) return t.forever;
  return Status === 'Expired' ? t.ended(formatDate(ExpiresOn)) : t.until(formatDate(ExpiresOn));
}

function protectionOf({ AccessCodeRequired, HasPassword }: MarkedLink): keyof typeof t.protection {
  if (AccessCodeRequired) return 'code';
  return HasPassword ? 'password' : 'none';
}

function rightsOf(link: MarkedLink): string {
  const { rights } = t;
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
