import { answered, header, matches, refused, same } from '../checks.ts';
import type { Answer } from '../client.ts';
import { type Page, rule } from '../rule.ts';
import type { World } from '../world.ts';

const TEXT = '0123456789';

export const content: Page = {
  page: 'docs/api/content.md',
  rules: [
    rule('content', 'the bytes are those that were uploaded', async (w) => {
      const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 256));
      const documentId = await w.document(await w.folder(), 'bytes.zip', bytes);
      const answer = answered(await w.reader.get(`/api/documents/${documentId}/content`), 200);
      same(answer, answer.bytes.equals(bytes), true, 'equal bytes:');
    }),
    rule('content', 'HEAD has the headers of GET and no body', async (w) => {
      const path = await document(w);
      const get = answered(await w.reader.get(path), 200);
      const head = answered(await w.reader.send('HEAD', path), 200);
      same(head, head.bytes.length, 0, 'the length of the body');
      for (const name of ['content-type', 'content-length', 'etag', 'last-modified', 'content-disposition']) {
        same(head, header(head, name), header(get, name), name);
      }
    }),
    rule('content', 'it requires Read', async (w) => {
      refused(await w.stranger.get(await document(w)), 403);
    }),
    rule('response-headers', 'Content-Disposition has the name in both forms, and the size', async (w) => {
      const documentId = await w.document(await w.folder(), 'Übersicht.txt', TEXT);
      const answer = answered(await w.reader.get(`/api/documents/${documentId}/content`), 200);
      const value = header(answer, 'content-disposition');
      matches(answer, value, /^attachment; filename="[^"]+"; size=10; filename\*=UTF-8''%C3%9Cbersicht\.txt$/, 'it');
    }),
    rule('response-headers', 'the other headers describe the content', async (w) => {
      const answer = answered(await w.reader.get(await document(w)), 200);
      same(answer, header(answer, 'content-length'), '10', 'Content-Length');
      matches(answer, header(answer, 'content-type'), /^text\/plain/, 'Content-Type');
      matches(answer, header(answer, 'etag'), /^"[^"]+"$/, 'ETag');
      matches(answer, header(answer, 'last-modified'), /GMT$/, 'Last-Modified');
      same(answer, header(answer, 'accept-ranges'), 'bytes', 'Accept-Ranges');
      same(answer, header(answer, 'x-content-type-options'), 'nosniff', 'X-Content-Type-Options');
    }),
    rule('response-headers', 'equal contents have the same ETag, others another', async (w) => {
      const tags = [];
      for (const text of [TEXT, TEXT, 'other']) {
        tags.push(header(answered(await w.reader.get(await document(w, text)), 200), 'etag'));
      }
      const answer = await w.reader.get(await document(w));
      same(answer, [tags[0] === tags[1], tags[0] === tags[2]], [true, false], 'the same and another ETag:');
    }),
    rule('ranges-and-conditions', 'a range is 206 with its part', async (w) => {
      const path = await document(w);
      for (const [range, part, where] of [
        ['bytes=2-4', '234', 'bytes 2-4/10'],
        ['bytes=7-', '789', 'bytes 7-9/10'],
        ['bytes=-2', '89', 'bytes 8-9/10'],
        ['bytes=8-100', '89', 'bytes 8-9/10'],
      ] as const) {
        const answer = answered(await w.reader.get(path, { range }), 206);
        same(answer, answer.text, part, `the bytes of ${range}`);
        same(answer, header(answer, 'content-range'), where, 'Content-Range');
      }
    }),
    rule('ranges-and-conditions', 'a range beyond the end is 416 with the size', async (w) => {
      const answer = refused(await w.reader.get(await document(w), { range: 'bytes=10-' }), 416);
      same(answer, header(answer, 'content-range'), 'bytes */10', 'Content-Range');
    }),
    rule('ranges-and-conditions', 'If-Range with another tag returns everything', async (w) => {
      const path = await document(w);
      const tag = header(answered(await w.reader.get(path), 200), 'etag');
      answered(await w.reader.get(path, { range: 'bytes=2-4', 'if-range': tag }), 206);
      const whole = answered(await w.reader.get(path, { range: 'bytes=2-4', 'if-range': '"other"' }), 200);
      same(whole, whole.text, TEXT, 'the content');
    }),
    rule('ranges-and-conditions', 'If-None-Match is 304, and If-Match with another tag 412', async (w) => {
      const path = await document(w);
      const tag = header(answered(await w.reader.get(path), 200), 'etag');
      const unchanged = answered(await w.reader.get(path, { 'if-none-match': tag }), 304);
      same(unchanged, unchanged.bytes.length, 0, 'the length of the body');
      refused(await w.reader.get(path, { 'if-match': '"other"' }), 412);
      answered(await w.reader.get(path, { 'if-match': tag }), 200);
    }),
    rule('previews', 'text is shown inline as text, in a sandbox', async (w) => {
      const documentId = await w.document(await w.folder(), 'page.txt', '<script>alert(1)</script>');
      const answer = answered(await w.reader.get(`/api/documents/${documentId}/preview`), 200);
      matches(answer, header(answer, 'content-type'), /^text\/plain/, 'Content-Type');
      matches(answer, header(answer, 'content-disposition'), /^inline/, 'Content-Disposition');
      matches(answer, header(answer, 'content-security-policy'), /sandbox/, 'Content-Security-Policy');
    }),
    rule('previews', 'a document that browsers cannot show is 403', async (w) => {
      const documentId = await w.document(await w.folder(), 'archive.zip', 'no archive');
      refused(await w.reader.get(`/api/documents/${documentId}/preview`), 403);
    }),
    rule('recording', 'reading content is recorded', async (w) => {
      const documentId = await w.document(await w.folder(), 'read.txt', TEXT);
      answered(await w.reader.get(`/api/documents/${documentId}/content`), 200);
      const activity: Answer = answered(await w.owner.get(`/api/documents/${documentId}/activity`), 200);
      const views = activity.body.list().filter((row) => row.at('ActivityType') === 'DocumentViewed');
      same(
        activity,
        views.map((row) => row.at('UserName')),
        [w.reader.email],
        'the readers',
      );
    }),
    rule('errors', 'the content of an unknown document or revision is 404', async (w) => {
      refused(await w.owner.get('/api/documents/9007199254740991/content'), 404);
      const documentId = await w.document(await w.folder());
      refused(await w.owner.get(`/api/documents/${documentId}/revisions/9007199254740991/content`), 404);
    }),
  ],
};

async function document(w: World, text = TEXT): Promise<string> {
  return `/api/documents/${await w.document(await w.folder(), 'content.txt', text)}/content`;
}
