/** The answers of an operation: those that its noun describes, and those that follow from its route. */
import type { HeaderName, ParameterName } from './headers.ts';
import type { Answer, Answers } from './operations.ts';
import { SHARED_ANSWERS, type SharedAnswer, problemAnswer, withHeaders } from './problem-answers.ts';

type Schema = { type?: string; properties?: Record<string, unknown>; required?: string[] };

/** The parts of a route that its description is made of. */
export type DescribedRoute = {
  method: string;
  url: string;
  schema: {
    answers?: Answers;
    response?: Record<string, Schema | undefined>;
    body?: Schema;
    querystring?: Schema;
    bodyExample?: unknown;
    bodyContent?: Record<string, object>;
  };
  isPublic: boolean;
  isForSiteAdmins: boolean;
  isForLimitedSessions: boolean;
  isLimited: boolean;
  creates: boolean;
  hasPreconditions: boolean;
};

/** The answers by status, in the form of OpenAPI. */
export function answersOf(route: DescribedRoute): Record<string, object> {
  const { answers = {}, response = {} } = route.schema;
  const shared = sharedAnswers(route);
  const own = Object.keys(response).filter((status) => /^\d{3}$/.test(status));
  const statuses = new Set([...Object.keys(answers), ...own, ...Object.keys(shared)]);
  return Object.fromEntries(
    [...statuses].sort().map((status) => {
      const name = shared[Number(status)];
      const answer = answers[Number(status)];
      const isShared = answer === undefined && name !== undefined;
      return [status, isShared ? { $ref: `#/components/responses/${name}` } : answerOf(route, Number(status), answer)];
    }),
  );
}

/** Headers that the request can have, because of what the operation answers. */
export function parametersOf(route: DescribedRoute): ParameterName[] {
  const { answers = {} } = route.schema;
  return [
    ...(route.creates ? ['IdempotencyKey' as const] : []),
    ...(route.hasPreconditions ? (['IfMatch', 'IfNoneMatch', 'IfUnmodifiedSince'] as const) : []),
    ...(304 in answers ? ['IfNoneMatchOfRead' as const] : []),
    ...(206 in answers && route.method === 'GET' ? (['Range', 'IfRange'] as const) : []),
  ];
}

function answerOf(route: DescribedRoute, status: number, answer: Answer = ''): object {
  const { description, headers = [], content } = typeof answer === 'string' ? { description: answer } : answer;
  const schema = route.schema.response?.[status];
  if (status >= 400 && schema === undefined) {
    const more =
      status === 409 && route.creates ? ` ${SHARED_ANSWERS.KeyInUse[1].replace('A request', 'Or a request')}` : '';
    return problemAnswer(status, `${description}${more}`, headers);
  }
  const body = route.method === 'HEAD' ? undefined : (content ?? contentOf(schema));
  return {
    description,
    ...withHeaders([...headers, ...headersOf(route, status)]),
    ...(body === undefined ? {} : { content: body }),
  };
}

function contentOf(schema: Schema | undefined): Record<string, object> | undefined {
  return schema === undefined || schema.type === 'null' ? undefined : { 'application/json': { schema } };
}

// Headers of successful answers that follow from the route.
function headersOf({ creates, schema }: DescribedRoute, status: number): HeaderName[] {
  if (status < 200 || status >= 300) return [];
  const isPaged = schema.querystring?.properties?.['after'] !== undefined;
  return [...(isPaged ? ['Link' as const] : []), ...(creates ? ['Idempotent-Replayed' as const] : [])];
}

function sharedAnswers(route: DescribedRoute): Partial<Record<number, SharedAnswer>> {
  const { schema, url, isPublic } = route;
  const isWrite = !['GET', 'HEAD'].includes(route.method);
  const names: [boolean, SharedAnswer][] = [
    [schema.body !== undefined || schema.querystring !== undefined, 'BadRequest'],
    [!isPublic, 'Unauthorized'],
    [!isPublic && !route.isForLimitedSessions, 'LimitedSession'],
    [!isPublic && isWrite, 'ForeignOrigin'],
    [route.isForSiteAdmins, 'SiteAdminsOnly'],
    [url.includes(':'), 'NotFound'],
    [schema.body !== undefined || schema.bodyContent !== undefined, 'RequestTimeout'],
    [route.creates, 'KeyInUse'],
    [route.hasPreconditions, 'PreconditionFailed'],
    [schema.body !== undefined, 'BodyTooLarge'],
    [schema.body !== undefined, 'UnsupportedMediaType'],
    [route.creates, 'KeyReused'],
    [route.isLimited, 'TooManyRequests'],
    [true, 'InternalError'],
    [true, 'Unavailable'],
  ];
  return Object.fromEntries(names.flatMap(([applies, name]) => (applies ? [[SHARED_ANSWERS[name][0], name]] : [])));
}
