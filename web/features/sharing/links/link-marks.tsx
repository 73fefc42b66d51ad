import type { OwnShare } from '../../../api/answers.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { formatDate } from '../../../ui/format.ts';
import css from '../sharing.module.css';

const t = sharingMessages.mine;

/** The properties that badges show, for the owner and for site admins. */
type MarkedLink = Omit<OwnShare, 'ItemName' | 'Recipients' | 'Abilities' | 'Links'>;

/** Badges with the state, rights, protection and expiration of a link. Risks and ended links stand out. */
export function LinkMarks({ link }: { link: MarkedLink }) {
  const { Status, ExpiresOn, IsInTrash } = link;
  const isOpen = !link.AccessCodeRequired && !link.HasPassword;
  return (
    <ul className={css.marks}>
      {Status === 'Active' ? null : <li className={`${css.mark} ${css.isLoud}`}>{t.status[Status]}</li>}
      {IsInTrash ? <li className={`${css.mark} ${css.isLoud}`}>{t.inTrash}</li> : null}
      <li className={css.mark}>{rightsText(link)}</li>
      {link.Watermark ? <li className={css.mark}>{t.watermark}</li> : null}
      <li className={isOpen ? `${css.mark} ${css.isOpen}` : css.mark}>{t.protection[protectionOf(link)]}</li>
      <li className={ExpiresOn === null ? `${css.mark} ${css.isOpen}` : css.mark}>{endOf(link)}</li>
    </ul>
  );
}

function endOf({ ExpiresOn, Status }: MarkedLink): string {
  if (ExpiresOn === null) return t.noExpiration;
  return Status === 'Expired' ? t.ended(formatDate(ExpiresOn)) : t.expires(formatDate(ExpiresOn));
}

function protectionOf({ AccessCodeRequired, HasPassword }: MarkedLink): keyof typeof t.protection {
  if (AccessCodeRequired) return 'code';
  return HasPassword ? 'password' : 'none';
}

/** The rights of a link in words. */
export function rightsText(link: MarkedLink): string {
  const { rights } = t;
  if (link.ShareType === 'Template') return rights.guided;
  const allowed: [boolean, string][] = [
    // Download implies View.
    [link.AllowView || link.AllowDownload, rights.view],
    [link.AllowDownload, rights.download],
    [link.AllowUpload, rights.upload],
    [link.AllowEdit, rights.edit],
    [link.AllowComment, rights.comment],
  ];
  const parts = allowed.filter(([isAllowed]) => isAllowed).map(([, right]) => right);
  const [first = '', ...rest] = parts;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ');
}
