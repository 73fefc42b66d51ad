/** Answers for paths that have no route: 405 with Allow where another method has one (RFC 9110, 15.5.6), else 404. */
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
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const allowed = new Set([...routes.values()].filter((r) => r.pattern.test(path)).flatMap((r) => [...r.methods]));
    // A route that serves files has the method for those that are there.
    if (allowed.size === 0 || allowed.has(request.method)) {
      if (wantsPage(request)) return sendPage(reply, { status: 404 });
      throw new Problem('/not_found', 'There is no such address.');
    }
    throw new Problem('/method_not_allowed', `${request.method} is not possible here.`, {
      headers: { allow: [...allowed].join(', ') },
    });
  });
}

// A person with half a link is told so in words; programs get the problem.
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
