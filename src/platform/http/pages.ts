/**
 * The web app as the API process serves it: an HTML shell for all pages, and files whose names change with their content.
 * `node web/build.ts` makes both.
 */
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Type } from 'typebox';
import { Problem } from '../errors.ts';
import type { App } from './app-type.ts';

/** Where `node web/build.ts` puts the web app. */
export const DIST = resolve(import.meta.dirname, '../../../web/dist');

/** What web/build.ts writes where each answer has a number of its own. */
const NONCE = 'CARREL_NONCE';

// Scripts and styles are files of ours; the numbered style elements are those that the app makes itself. Nothing is loaded
// from elsewhere, no form is sent by the browser itself, and no page can be framed (decision 0029).
const pagePolicy = (nonce: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' blob:; media-src 'self'; ` +
  "connect-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// Binds workers only: they may compile WebAssembly, which pages may not, and reach nothing.
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'";

/** Whose page it is, of everybody, of visitors or of people who work here: shells differ in the scripts that are fetched at once. */
export type Audience = 'common' | 'outside' | 'inside';

const shells = new Map<Audience, Promise<string>>();

type PageOptions = { status?: number; audience?: Audience };

/** Answers with the web app's shell, which shows the page of the address. 503 while the web app is not built. */
export async function sendPage(
  reply: FastifyReply,
  { status = 200, audience = 'common' }: PageOptions = {},
): Promise<FastifyReply> {
  const html = await readShell(audience);
  const nonce = randomBytes(16).toString('base64');
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(nonce),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .serializer((text: string) => text)
    .send(html.replaceAll(NONCE, nonce));
}

function readShell(audience: Audience): Promise<string> {
  const known = shells.get(audience);
  if (known !== undefined) return known;
  const shell = readFile(resolve(DIST, `${audience}.html`), 'utf8').catch((error: unknown) => {
    shells.delete(audience);
    throw new Problem('/unavailable', 'The web app is not built yet.', { cause: error });
  });
  shells.set(audience, shell);
  return shell;
}

/** Serves the files that pages consist of: for good, compressed once, for everybody. */
export async function registerPageFiles(app: App): Promise<void> {
  await app.register(fastifyStatic, {
    root: resolve(DIST, 'assets'),
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    // Without the web app the service is an API.
    suppressWarning: true,
    setHeaders: (reply) => void reply.header('content-security-policy', WORKER_POLICY),
  });
  app.get('/assets/:name', {
    config: { public: true, rateLimit: false },
    schema: { hide: true, params: Type.Object({ name: Type.String() }) },
    handler: async (request, reply) => reply.sendFile(request.params.name),
  });
}
