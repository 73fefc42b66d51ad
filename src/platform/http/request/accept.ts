/** Chooses the format of a response by the Accept header (RFC 9110, 12.5). */
import Negotiator from 'negotiator';
import { Problem } from '../../errors.ts';

/**
 * The offered media type that `Accept` prefers, and the first of all without a media range in the header. Types are
 * offered with their parameters, because a range with parameters covers only types that have them. 406 if all are excluded.
 */
export function chooseType<Type extends string>(header: string | undefined, offered: readonly Type[]): Type {
  const accept = header !== undefined && /[^\s,;/]\/[^\s,;/]/.test(header) ? header : '*/*';
  const chosen = new Negotiator({ headers: { accept } }).mediaType([...offered]);
  const type = offered.find((one) => one === chosen);
  if (type !== undefined) return type;
  const names = offered.map((one) => one.split(';')[0]);
  throw new Problem('/not_acceptable', `This is available as ${names.join(' or ')}.`);
}

const CODINGS = ['br', 'gzip', 'identity'] as const;

/** The coding that `Accept-Encoding` prefers, the smallest of equally preferred ones; `identity` if all are excluded. */
export function chooseCoding(header: string | undefined): (typeof CODINGS)[number] {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header ?? '' } });
  const chosen = negotiator.encoding([...CODINGS], { preferred: [...CODINGS] });
  return CODINGS.find((coding) => coding === chosen) ?? 'identity';
}
