/** The OpenAPI description and its reference page, generated from the routes' schemas and served without a token. */
import type { RouteOptions } from 'fastify';
import { createHash } from 'node:crypto';
import type { Config } from './platform/config/config.ts';
import type { Deps } from './platform/deps.ts';
import type { App } from './platform/http/app-type.ts';
import type { DescribedRoute } from './platform/openapi/answers.ts';
import { type CompressedText, compressText, sendCompressed } from './platform/openapi/compressed.ts';
import { completeDocument } from './platform/openapi/document.ts';
import { TAGS } from './platform/openapi/operations.ts';
import { version } from './platform/version.ts';
import { requiredScopes } from './route-scopes/table.ts';

/**
 * The content security policy of the reference page: one script of this server, and the page's inline script by its
 * hash. Its bundle creates style elements, so inline styles are allowed. External hosts that the bundle contains are
 * blocked.
 */
function pagePolicy(html: string): string {
  const inline = html.matchAll(/<script(?![^>]* src=)[^>]*>([^]*?)<\/script>/g);
  const hashes = Array.from(
    inline,
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return (
    `default-src 'none'; script-src 'self' ${hashes.join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; ` +
    "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  );
}

const DESCRIPTION = `Libraries, folders, and documents; who can access them; and what happened to them.

Property names are PascalCase. \`null\`, \`""\`, and \`[]\` in a request mean that the property is absent, except in settings.
Times are ISO 8601 in UTC. Ids are positive integers below 2^53. Errors are problems (RFC 9457) with a \`type\` for programs.
Every GET also answers HEAD, and every answer has \`X-Request-Id\`.`;

const SECURITY_SCHEMES = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API token: `Authorization: Bearer <token>`. `<WORD>-TOKEN <token>` with any word of letters is the same.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'carrel_session',
    description:
      'The cookie that `createSession` sets; over HTTPS its name is `__Host-carrel_session`. A request that changes ' +
      'something must then come from a page of this service (`Origin`).',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'An email address and a password, for `createShortToken` only.',
  },
  visit: {
    type: 'apiKey',
    in: 'cookie',
    name: 'carrel_visit',
    description:
      'The cookie that `unlockVisit` sets for one link; over HTTPS its name is `__Secure-carrel_visit`. A link without a ' +
      'password and an access code needs none: its reference is enough. A request that changes something must come from a page ' +
      'of this service.',
  },
} as const;

const descriptions = new WeakMap<App, () => Promise<object>>();

/** Must be registered before the routes. */
export function registerApiDocs(app: App, { config }: Deps): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  descriptions.set(app, () => describe(config, routes));
  let served: Promise<CompressedText> | undefined;
  app.get('/api/openapi.json', { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
    served ??= openApiDocument(app).then((document) => compressText(JSON.stringify(document), 'application/json'));
    return sendCompressed(request, reply, await served);
  });
  registerReferencePage(app);
}

// Loading the library takes a fifteenth of the start-up time of an API process, and few processes are asked for the description.
// So a separate small application registers the routes again, on first use.
async function describe(config: Config, routes: RouteOptions[]): Promise<object> {
  const [{ default: fastify }, { default: swagger }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
  ]);
  // Their HEAD routes are among them.
  const described = fastify({ exposeHeadRoutes: false });
  described.setValidatorCompiler(() => () => true);
  described.setSerializerCompiler(() => JSON.stringify);
  await described.register(swagger, {
    // Schemas keep the form that they have in the answers.
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Carrel', version, description: DESCRIPTION },
      servers: [{ url: config.baseUrl }],
      security: [{ token: [] }, { session: [] }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    // The answers are made from the routes.
    transform: ({ schema, url, route }) => {
      const { response: _, ...rest } = schema ?? {};
      return { url, schema: { ...securityOf(route), ...rest } };
    },
  });
  for (const { method, url, schema = {}, config: own = {}, handler } of routes) {
    described.route({ method, url, schema, config: own, handler });
  }
  await described.ready();
  return completeDocument(described.swagger(), operationsOf(routes));
}

// The scopes of tokens are roles in the terms of OpenAPI 3.1.
function securityOf({ method, url, config }: RouteOptions): { security?: Record<string, string[]>[] } {
  if (config?.public === true) return { security: [] };
  const required = requiredScopes(String([method].flat()[0]), url);
  if (required === 'everything' || required.length === 0) return {};
  return { security: [{ token: [...required] }, { session: [] }] };
}

function operationsOf(routes: RouteOptions[]): Map<string, DescribedRoute> {
  const operations = new Map<string, DescribedRoute>();
  for (const route of routes) {
    for (const method of [route.method].flat()) {
      const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
      operations.set(`${method.toLowerCase()} ${path}`, describedRoute(method, route));
    }
  }
  return operations;
}

// Writes of things that have a tag honor preconditions; searches only read, reports are about a thing, and stars leave it as it is.
const WITH_TAG = /^\/api\/(?!async\/)(?!.*\/(?:search|starred)\/).*:(?:library|folder|document|share|task)Id/;

function describedRoute(method: string, { url, schema, config }: RouteOptions): DescribedRoute {
  const isPublic = config?.public === true;
  return {
    method,
    url,
    schema: (schema ?? {}) as DescribedRoute['schema'],
    isPublic,
    isForSiteAdmins: config?.role === 'siteAdmin',
    isForLimitedSessions: config?.limitedSession === true,
    isLimited: config?.rateLimit !== false,
    creates: config?.creates !== undefined,
    hasPreconditions: !isPublic && !['GET', 'HEAD'].includes(method) && WITH_TAG.test(url),
  };
}

// The page's bundle takes 25 MB of memory and 0.1 s to load, so a separate small application serves it, created on
// first use.
function registerReferencePage(app: App): void {
  let page: ReturnType<typeof buildReferencePage> | undefined;
  for (const url of ['/api/docs', '/api/docs/*']) {
    app.get(url, { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
      // The page references its script relative to its own folder.
      if (request.url === '/api/docs') return reply.redirect('docs/', 301);
      page ??= buildReferencePage();
      const answer = await (await page).inject({ url: request.url });
      const type = answer.headers['content-type'] ?? 'text/html; charset=utf-8';
      const isPage = type.startsWith('text/html');
      return reply
        .code(answer.statusCode)
        .headers({ 'content-type': type, 'content-security-policy': pagePolicy(isPage ? answer.payload : '') })
        .send(answer.rawPayload);
    });
  }
}

async function buildReferencePage() {
  const [{ default: fastify }, { default: scalar }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ]);
  const page = fastify();
  await page.register(scalar, {
    routePrefix: '/api/docs',
    configuration: {
      url: '../openapi.json',
      pageTitle: 'Carrel API',
      withDefaultFonts: false,
      telemetry: false,
      // Disabled features would send the reader, or the description, to an external service.
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  return page;
}

/** The OpenAPI 3.1 document of an application that is ready. */
export async function openApiDocument(app: App): Promise<object> {
  const describeApp = descriptions.get(app);
  if (describeApp === undefined) throw new Error('The application has no description: see registerApiDocs.');
  return describeApp();
}
