import { sharingMessages } from '../../messages/en/sharing.ts';
import { showNotice } from '../shell/notice-list.ts';
import { copyText } from './copy-text.ts';

/** Copies a link and shows whether it worked. */
export async function copyLinkWithNotice(link: string): Promise<void> {
  const isCopied = await copyText(link);
  const { copied, notCopied } = sharingMessages.mine;
  showNotice(isCopied ? { kind: 'done', text: copied } : { kind: 'failed', text: notCopied });
}
