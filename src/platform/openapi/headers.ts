/** Headers of requests and answers, described once; operations refer to them by name. */

const integer = { type: 'integer', minimum: 0 };
const text = { type: 'string' };
const link = { type: 'string', format: 'uri-reference' };

const header = (description: string, schema: object = text) => ({ description, schema });

/** Headers of answers. */
export const HEADERS = {
  'Accept-Ranges': header('`bytes`: the content can be requested in ranges.'),
  Allow: header('Methods that the address has.'),
  'Cache-Control': header('How long and by whom the answer may be kept.'),
  'Content-Disposition': header(
    '`attachment` with `filename`, `size` in bytes, and `filename*` in UTF-8 (RFC 6266); `inline` for previews.',
  ),
  'Content-Length': header('Size of the body in bytes.', integer),
  'Content-Range': header('The range of bytes that the body holds, and the size of the whole: `bytes 0-99/1234`.'),
  Deprecation: header('The date since which the operation is deprecated, as `@` and Unix seconds (RFC 9745).'),
  ETag: header('Strong entity tag of this state, for `If-Match` and `If-None-Match`.'),
  'Idempotent-Replayed': header('`true` if this is the stored answer to an earlier request with the same key.'),
  'Last-Modified': header('When the content or the thing last changed, as an HTTP date.'),
  Link: header('`<URL>; rel="next"`: the next page, absent on the last one (RFC 8288).'),
  Location: header('URL of what was created, or of the status of the job.', link),
  'Repr-Digest': header('SHA-256 of the whole result as a structured field: `sha-256=:…:` (RFC 9530).'),
  'Retry-After': header('Seconds to wait before the next request.', integer),
  'Set-Cookie': header('The session cookie, or an expired one that removes it; for a link the cookie that unlocks it.'),
  'Tus-Extension': header('Extensions of tus that this server has, separated by commas.'),
  'Tus-Max-Size': header('Largest upload in bytes.', integer),
  'Tus-Resumable': header('Version of tus: `1.0.0`.'),
  'Tus-Version': header('Versions of tus that this server has.'),
  'Upload-Expires': header('When the unfinished upload expires, as an HTTP date.'),
  'Upload-Length': header('Size of the whole upload in bytes; absent if it was not stated.', integer),
  'Upload-Metadata': header('The metadata of the upload as it was sent.'),
  'Upload-Offset': header('Bytes received so far; the next portion starts here.', integer),
  'WWW-Authenticate': header('`Bearer`: send an API token.'),
  'X-List-Version': header('Version of the list: it grows with each change, and event streams name it.', integer),
  'X-Report-From': header('The first moment that the report covers, ISO 8601.'),
  'X-Report-To': header('The last moment that the report covers, ISO 8601.'),
  'X-Request-Id': header('Id of this request in the log of the server. Every answer of the service has it.'),
  'X-Playback-Incomplete': header('`true` if only the first 30 minutes can be played.'),
  'X-Search-Incomplete': header('`true` if there may be matches that the search did not reach.'),
  'X-Total-Count': header('Number of entries on all pages together.', integer),
} as const;

export type HeaderName = keyof typeof HEADERS;

const parameter = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: text,
});

/** Headers of requests that many operations read. */
export const PARAMETERS = {
  IdempotencyKey: parameter(
    'Idempotency-Key',
    'A key of your choice, such as a UUID: 1 to 255 visible ASCII characters. For 24 hours a repeated request with the ' +
      'same key gets the first answer instead of creating a second thing.',
  ),
  IfMatch: parameter('If-Match', 'Entity tags, or `*`. 412 unless the current state has one of them.'),
  IfNoneMatch: parameter('If-None-Match', 'Entity tags, or `*`. 412 if the current state has one of them.'),
  IfUnmodifiedSince: parameter('If-Unmodified-Since', 'An HTTP date. 412 if the thing has changed since.'),
  IfNoneMatchOfRead: parameter('If-None-Match', 'The `ETag` of your copy. 304 without a body if it is current.'),
  Range: parameter('Range', 'One range of bytes, such as `bytes=0-1023`. Other forms are ignored.'),
  IfRange: parameter(
    'If-Range',
    'The `ETag` or date of your part. If the content has changed since, the answer is the whole content.',
  ),
} as const;

export type ParameterName = keyof typeof PARAMETERS;
