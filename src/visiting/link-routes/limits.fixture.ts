/** A link for uploads, to test its limits. */
import assert from 'node:assert/strict';
import type { TestApp } from '../../../test/harness.ts';
import { PIECE, TUS, metadata } from '../../library/staged-uploads/tus.fixture.ts';
import { ORIGIN } from '../../people/sessions/browser.fixture.ts';
import { type Visitor, bring, visitor } from '../visits/visitor.fixture.ts';

/** A folder with these limits that visitors can upload to. */
export async function sharedInbox(app: TestApp, limits: Record<string, number> = {}) {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Inbox');
  const flags = { AllowView: true, AllowUpload: true };
  const { body: share } = await ann.api('POST', `/api/folders/${folderId}/share`, { ...flags, ...limits });
  const reference: string = share.ReferenceString;
  const somebody = visitor(app, reference);
  const store = async (name: string, content: string) => {
    const UploadId = await bring(app, somebody, name, content);
    const made = await somebody.ask('POST', `/folders/${folderId}/documents`, { UploadId });
    assert.equal(made.status, 201, made.text);
  };
  const self = new URL(share.Links.Self).pathname;
  return { w, ann, folderId, share, reference, somebody, store, self };
}

/** Starts an upload of this size, optionally from another address. */
export async function begin(somebody: Visitor, bytes: number, address = '192.0.2.1') {
  const headers = { ...TUS, 'upload-length': String(bytes), 'upload-metadata': metadata({ filename: 'a.txt' }) };
  const {
    status,
    headers: answered,
    text,
  } = await somebody.ask('POST', '/uploads', undefined, {
    ...headers,
    'x-forwarded-for': address,
  });
  const { title = '', Limit, Left } = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { status, title, Limit, Left, wait: answered.get('retry-after'), path: answered.get('location') ?? '' };
}

/** Appends to an upload started with `begin`. */
export async function append(
  { url }: Pick<TestApp, 'url'>,
  path: string,
  at: number,
  body: string | ReadableStream,
  address = '192.0.2.1',
) {
  const sent = await fetch(new URL(path, url), {
    method: 'PATCH',
    headers: { ...PIECE, 'upload-offset': String(at), origin: ORIGIN, 'x-forwarded-for': address },
    body,
    duplex: 'half',
  });
  const text = await sent.text();
  const { type, title, Limit, Left } = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { status: sent.status, type, title, Limit, Left, wait: sent.headers.get('retry-after') };
}
