import assert from 'node:assert/strict';
import type { Client } from './client.ts';

/** Follows the `next` links of a list to its end and returns the pages. */
export async function everyPage<Entry = { [key: string]: unknown }>(
  person: Client,
  path: string,
  onPage: (headers: Headers) => void = () => {},
): Promise<Entry[][]> {
  const pages: Entry[][] = [];
  for (let next: string | null = path; next !== null;) {
    const { status, body, headers, text } = await person.api('GET', next);
    assert.equal(status, 200, text);
    onPage(headers);
    pages.push(body);
    const link: string | null = headers.get('link');
    const [, url = null] = /^<([^>]+)>; rel="next"$/.exec(link ?? '') ?? [];
    assert.equal(url === null, link === null, `Not a next link: ${link}`);
    // The link starts with BASE_URL, which is not the address of the test server.
    next = url === null ? null : url.replace('http://carrel.test', '');
    assert.ok(pages.length < 5000, 'The pages never end.');
  }
  return pages;
}
