/** Reads an email. In a worker, because a hostile one can take long. */
import PostalMime, { type Address } from 'postal-mime';
import { withoutHandlers } from '../frame/without-handlers.ts';

export type Mail = {
  subject: string;
  from: string;
  to: string;
  cc: string;
  /** ISO 8601, or as it is written. */
  date: string;
  text: string | null;
  /** Not safe. Null if there is a text. */
  markup: string | null;
  attachments: { name: string | null; type: string; size: number }[];
};

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  void read(data).then(
    (mail) => self.postMessage(mail),
    () => self.postMessage(null),
  );
});

async function read(bytes: ArrayBuffer): Promise<Mail> {
  const mail = await PostalMime.parse(bytes, {
    maxNestingDepth: 32,
    maxHeadersSize: 1_000_000,
    attachmentEncoding: 'arraybuffer',
  });
  const text = mail.text?.trim() ?? '';
  return {
    subject: withoutOverrides(mail.subject ?? ''),
    from: listOf(mail.from === undefined ? [] : [mail.from]),
    to: listOf(mail.to ?? []),
    cc: listOf(mail.cc ?? []),
    date: mail.date ?? '',
    text: text === '' ? null : text,
    markup: text === '' ? withoutHandlers(mail.html ?? '') : null,
    attachments: mail.attachments.map(({ filename, mimeType, content }) => {
      return {
        name: filename === null ? null : withoutOverrides(filename),
        type: mimeType,
        size: typeof content === 'string' ? content.length : content.byteLength,
      };
    }),
  };
}

function listOf(addresses: Address[]): string {
  return addresses.map(formatAddress).join(', ');
}

function formatAddress(address: Address): string {
  const name = withoutOverrides(address.name);
  if (address.group !== undefined) return `${name}: ${listOf(address.group)}`;
  return name === '' ? withoutOverrides(address.address) : `${name} <${withoutOverrides(address.address)}>`;
}

// Characters that change the direction of text could make an address look like another one.
const withoutOverrides = (text: string): string => text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '');
