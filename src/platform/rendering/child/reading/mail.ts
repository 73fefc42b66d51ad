/** An email: its headers, its text, and the names of its attachments. */
import PostalMime, { type Address } from 'postal-mime';
import type { Collector, Reading } from './collector.ts';
import { textOfHtml } from './html.ts';

const HEADER = /^(?:from|to|cc|subject|date|received|return-path|message-id|mime-version|delivered-to):/gim;
const MAX_HEAD = 16_384;

/** Whether a text begins like an email: with headers only, of which at least three are those of emails. */
export function isMail(text: string): boolean {
  const [head = ''] = text.slice(0, MAX_HEAD).split(/\r?\n\r?\n/, 1);
  const lines = head.split(/\r?\n/);
  if (!lines.every((line) => /^(?:[\w-]+:|[ \t]|From )/.test(line))) return false;
  return new Set(Array.from(head.matchAll(HEADER), ([name]) => name.toLowerCase())).size >= 3;
}

export async function readMail(content: Buffer, into: Collector): Promise<Reading> {
  const { subject, from, to = [], cc = [], text, html, attachments } = await PostalMime.parse(content);
  const people = [...(from === undefined ? [] : [from]), ...to, ...cc].map(format);
  into.add([subject ?? '', people.join(', ')].join('\n'));
  into.add(text ?? textOfHtml(html ?? ''));
  into.add(attachments.map(({ filename }) => filename ?? '').join('\n'));
  return { method: 'mail' };
}

function format(address: Address): string {
  if (address.group !== undefined) return address.group.map(format).join(', ');
  return [address.name, address.address].filter((part) => part !== undefined && part !== '').join(' ');
}
