/** Answers for paths without a route: 405 with Allow if another method has one (RFC 9110, 15.5.6), otherwise 404. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import { sendPage } from './pages.ts';

/** Must be registered before the routes, whose methods and paths it collects. */
export function registerNotFound(app: FastifyInstance): void {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const name of [method].flat()) route.methods.add(name);
    routes.set(url, route);
  });
  const allowedAt = (path: string) =>
    new Set([...routes.values()].filter((r) => r.pattern.test(path)).flatMap((r) => [...r.methods]));
  // Runs before the body is parsed: its media type does not matter without a route.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.is404 && !wantsPage(request)) throw refusalOf(request, allowedAt);
    done(null, payload);
  });
  app.setNotFoundHandler(async (request, reply) => {
    const refusal = refusalOf(request, allowedAt);
    if (refusal.status === 404 && wantsPage(request)) return sendPage(reply, { status: 404 });
    throw refusal;
  });
}

function refusalOf({ url, method }: FastifyRequest, allowedAt: (path: string) => Set<string>): Problem {
  const allowed = allowedAt(url.split('?', 1)[0] ?? '/');
  // A route for files supports the method, but only for files that exist.
  if (allowed.size === 0 || allowed.has(method)) return new Problem('/not_found', 'This address does not exist.');
  return new Problem('/method_not_allowed', `${method} is not supported here.`, {
    headers: { allow: [...allowed].join(', ') },
  });
}

// A person with a truncated link gets a page; programs get the problem.
function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !/^\/(?:api|link|assets)\//.test(url) && headers.accept?.includes('text/html') === true;
}

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((segment) => (segment === '*' ? '.*' : segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment)))
    .join('/');
  return new RegExp(`^${source}/?$`);
}
