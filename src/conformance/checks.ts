/** Comparisons of a response with a rule. Each throws a Mismatch that names the request. */
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from './client.ts';
import { Mismatch, show } from './mismatch.ts';

/** The problem type of each status (docs/errors.md#problem-types). */
export const TYPES: Record<number, string> = {
  400: '/validation_error',
  401: '/unauthorized',
  403: '/forbidden',
  404: '/not_found',
  405: '/method_not_allowed',
  406: '/not_acceptable',
  409: '/conflict',
  410: '/gone',
  411: '/length_required',
  412: '/precondition_failed',
  413: '/payload_too_large',
  415: '/unsupported_media_type',
  416: '/range_not_satisfiable',
  422: '/unprocessable_content',
  429: '/too_many_requests',
};

/** The response has one of the statuses. Returns it. */
export function answered(answer: Answer, ...statuses: number[]): Answer {
  if (statuses.includes(answer.status)) return answer;
  const title = answer.body.at('title');
  const got = typeof title === 'string' ? `${answer.status} ${title}` : `${answer.status} ${show(answer.text)}`.trim();
  throw new Mismatch(`status ${statuses.join(' or ')}`, got, answer.request);
}

/** The response is the problem of this status, with every member of docs/errors.md. Returns it. */
export function refused(answer: Answer, status: number, type = TYPES[status]): Answer {
  answered(answer, status);
  matches(answer, answer.headers.get('content-type') ?? '', /^application\/problem\+json\b/, 'Content-Type');
  same(answer, answer.body.at('type'), type, 'type');
  same(answer, answer.body.at('status'), status, 'status');
  same(answer, answer.body.at('instance'), pathOf(answer), 'instance');
  holds(answer, answer.body.string('title') !== '', 'a title');
  answer.body.list('errors');
  return answer;
}

/** The value equals what the rule states. `what` names it in the message. */
export function same(answer: Answer, got: unknown, expected: unknown, what: string): void {
  if (!isDeepStrictEqual(got, expected)) throw new Mismatch(`${what} ${show(expected)}`, got, answer.request);
}

export function differs(answer: Answer, got: unknown, other: unknown, what: string): void {
  if (isDeepStrictEqual(got, other)) throw new Mismatch(`another ${what} than ${show(other)}`, got, answer.request);
}

export function matches(answer: Answer, got: unknown, pattern: RegExp, what: string): void {
  if (typeof got !== 'string' || !pattern.test(got)) throw new Mismatch(`${what} like ${pattern}`, got, answer.request);
}

/** `expected` says in words what holds. */
export function holds(answer: Answer, condition: boolean, expected: string, got: unknown = answer.text): void {
  if (!condition) throw new Mismatch(expected, got, answer.request);
}

/** The object has each of the properties, whatever their values. */
export function hasAll(answer: Answer, value: { has(path: string): boolean; value: unknown }, names: string[]): void {
  const missing = names.filter((name) => !value.has(name));
  if (missing.length > 0) throw new Mismatch(`the properties ${missing.join(', ')}`, value.value, answer.request);
}

/** A header that must be there. */
export function header(answer: Answer, name: string): string {
  const value = answer.headers.get(name);
  if (value === null) throw new Mismatch(`the header ${name}`, 'none', answer.request);
  return value;
}

/** A property that is a time in UTC with milliseconds (docs/api/conventions.md#times). */
export function isTime(answer: Answer, got: unknown, what: string): void {
  matches(answer, got, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, what);
}

/** The path and query of a link, which can name another host than the one that the runner uses. */
export function follow(link: string): string {
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}

function pathOf(answer: Answer): string {
  const [path = ''] = answer.request.slice(answer.request.indexOf(' ') + 1).split('?');
  return path.replaceAll(/\/{2,}/g, '/');
}
