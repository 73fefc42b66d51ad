/**
 * Serves the web app: an HTML shell for all pages, and files whose names contain a hash of their content. `node
 * web/build.ts` makes both.
 */
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Problem } from '../errors.ts';
import { PROGRAM_FOLDER } from '../program.ts';
import type { App } from './app-type.ts';

/** The output folder of `node web/build.ts`. */
export const DIST = join(PROGRAM_FOLDER, 'web/dist');

/** The placeholder that web/build.ts writes for the nonce. */
const NONCE = 'CARREL_NONCE';

// Scripts and styles come from our own files; style elements with the nonce come from the app. Nothing loads from
// elsewhere, the browser submits no forms, and pages cannot be framed (decision 0029).
const pagePolicy = (nonce: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' blob:; media-src 'self'; ` +
  "font-src 'self'; manifest-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// For workers only: they may compile WebAssembly, which pages may not, and have no network access.
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'";

/** The audience of a page: everybody, visitors, or signed-in users. Shells differ in the scripts that they preload. */
export type Audience = 'common' | 'outside' | 'inside';

const shells = new Map<Audience, Promise<string>>();

type PageOptions = {
  status?: number;
  audience?: Audience;
  /** The addresses that the page requests first. Browsers do so while they load its scripts (decision 0092). */
  preloads?: string[];
};

const preloadLink = (path: string): string => `<${path}>; rel=preload; as=fetch; crossorigin`;

/** Sends the web app's shell, which renders the page of the URL. 503 if the web app is not built. */
export async function sendPage(
  reply: FastifyReply,
  { status = 200, audience = 'common', preloads = [] }: PageOptions = {},
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
      ...(preloads.length === 0 ? {} : { link: preloads.map(preloadLink).join(', ') }),
    })
    .serializer((text: string) => text)
    .send(html.replaceAll(NONCE, nonce));
}

function readShell(audience: Audience): Promise<string> {
  const known = shells.get(audience);
  if (known !== undefined) return known;
  const shell = readFile(join(DIST, `${audience}.html`), 'utf8').catch((error: unknown) => {
    shells.delete(audience);
    throw new Problem('/unavailable', 'The web app is not built yet.', { cause: error });
  });
  shells.set(audience, shell);
  return shell;
}

/** Serves the files of pages: immutable, precompressed, public. */
export async function registerPageFiles(app: App): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(DIST, 'assets'),
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    // Without the web app the service is an API only.
    suppressWarning: true,
    setHeaders: (reply) => void reply.header('content-security-policy', WORKER_POLICY),
  });
  app.get('/assets/:name', {
    config: { public: true, rateLimit: false },
    schema: { hide: true, params: Type.Object({ name: Type.String() }) },
    handler: async (request, reply) => reply.sendFile(request.params.name),
  });
}
