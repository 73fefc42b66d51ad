import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { Problem } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { sendPage } from '../../platform/http/pages.ts';
import { parseId } from '../../platform/values/ids.ts';
import { sendFirstCode } from '../access-codes/codes.actions.ts';
import { readKnownBrowser } from '../visits/cookies.http.ts';
import { type Visit, accessVisit } from '../visits/visits.access.ts';
import { findPlaceInApp } from './colleagues.ts';

/** The pages of links: the web app's shell for every state of the share, with the status of that state. */
export function linkPageRoutes(app: App, deps: Deps): void {
  linkPage(app, deps, '/folder/:itemId/share/:reference', ({ share, folder }) => isLink(share) && folder?.folderId);
  linkPage(
    app,
    deps,
    '/document/:itemId/share/:reference',
    ({ share, document }) => isLink(share) && document?.documentId,
  );
  linkPage(app, deps, '/task/:itemId/link/:reference', ({ share }) => share.taskId);
}

// Links of tasks have their own page.
const isLink = ({ taskId }: Visit['share']) => taskId === null;

type IdOf = (visit: Visit) => number | null | undefined | false;

// Any address gets a page, never a problem.
function linkPage(app: App, deps: Deps, path: string, idOf: IdOf): void {
  app.get(path, {
    config: { public: true },
    schema: { hide: true, params: Type.Object({ itemId: Type.String(), reference: Type.String() }) },
    handler: async (request, reply) => {
      const id = parseId(request.params.itemId);
      const place = id === null ? null : await findPlaceInApp(deps, request, id);
      if (place !== null) return reply.redirect(place, 303);
      const { status, visit } = await openLink(deps, request, (opened) => id !== null && idOf(opened) === id);
      const preloads = visit === null ? [] : preloadsOf(visit, request);
      return sendPage(reply, { status, audience: 'outside', preloads });
    },
  });
}

type Opened = { status: number; visit: Visit | null };

// Returns the status of the page. Sends the access code if a personal link was opened.
async function openLink(deps: Deps, request: FastifyRequest, isOf: (visit: Visit) => boolean): Promise<Opened> {
  try {
    const visit = await accessVisit(deps, request);
    if (!isOf(visit)) return { status: 404, visit: null };
    const { share, isUnlocked } = visit;
    const wantsCode = share.accessCodeRequired && share.status === 'Active' && !isUnlocked;
    const key = keyIn(request.query);
    if (wantsCode && key !== undefined && isOpening(request)) {
      const personal = { share, key, browser: readKnownBrowser(deps, request, share) };
      await sendFirstCode(deps, personal, request.ip);
    }
    return { status: 200, visit };
  } catch (error) {
    if (error instanceof Problem && (error.status === 404 || error.status === 410))
      return { status: error.status, visit: null };
    throw error;
  }
}

/** As many rows as web/api/visits.ts asks for. */
const FOLDER_ROWS = 60;

// The state of the link, and the content of its folder. The address of a page below it has a query.
function preloadsOf({ reference, share, folder, isUnlocked }: Visit, request: FastifyRequest): string[] {
  if (request.url.includes('?')) return [];
  const link = `/link/${encodeURIComponent(reference)}`;
  const isOpen = isUnlocked && share.status === 'Active' && folder !== null;
  return [link, ...(isOpen ? [`${link}/folders/${folder.folderId}?top=${FOLDER_ROWS}`] : [])];
}

// The page uses the last value of a repeated parameter.
function keyIn(query: unknown): string | undefined {
  const given = Object.entries(query as Record<string, string | string[]>);
  return given.flatMap(([name, key]) => (name.toLowerCase() === 'recipient' ? key : [])).at(-1);
}

// Ignores programs that check the page, and browsers that prefetch it.
function isOpening({ method, headers }: FastifyRequest): boolean {
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']];
  return method === 'GET' && !purposes.some((purpose) => /prefetch|preview|prerender/i.test(String(purpose ?? '')));
}
