/** The description of the API and its reference page, both made from the routes' schemas and served without a token. */
import swagger from '@fastify/swagger';
import { createHash } from 'node:crypto';
import type { Deps } from './platform/deps.ts';
import type { App } from './platform/http/app-type.ts';
import { hoistSchemas } from './platform/http/openapi.ts';
import { version } from './platform/version.ts';

/**
 * The policy of the reference page: one script of this server, and the inline script of the page by its hash. Its bundle makes
 * style elements of its own, so inline styles are allowed. The bundle knows outside hosts, which are shut out.
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

// In the order in which they are best read.
const TAGS = [
  'Libraries',
  'Folders',
  'Documents',
  'Revisions',
  'Uploads',
  'Trash',
  'Asynchronous jobs',
  'Notifications',
  'Reports',
  'Permissions',
  'Users',
  'Groups',
  'Tokens',
  'Sessions',
  'Settings',
  'Operation',
];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Parts of the description that are not for validating or serializing: forms and binary answers. */
    describe?: { body?: object; response?: object };
  }
}

/** Must be registered before the routes that it is to describe. */
export async function registerApiDocs(app: App, { config }: Deps): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Carrel',
        version,
        description: 'Libraries, folders and documents; who may see them; what happened to them.',
      },
      servers: [{ url: config.baseUrl }],
      security: [{ token: [] }],
      tags: TAGS.map((name) => ({ name })),
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'An API token.' } } },
    },
    transform: ({ schema, url, route }) => {
      const { body, response } = route.config?.describe ?? {};
      const responses = { ...(schema?.response as object | undefined), ...response };
      const access = route.config?.public === true ? { security: [] } : {};
      const headers = route.config?.creates === undefined ? {} : { headers: withIdempotencyKey(schema?.headers) };
      return {
        url,
        schema: { ...schema, ...access, ...headers, ...(body === undefined ? {} : { body }), response: responses },
      };
    },
  });
  app.get('/api/openapi.json', { config: { public: true }, schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json').serializer(JSON.stringify).send(openApiDocument(app)),
  );
  registerReferencePage(app);
}

function withIdempotencyKey(headers: unknown): object {
  const description = 'A key of your choice that makes it safe to repeat the request for 24 hours.';
  const { properties } = (headers ?? {}) as { properties?: object };
  return { type: 'object', properties: { ...properties, 'idempotency-key': { type: 'string', description } } };
}

// The page's bundle takes 25 MB of memory and a tenth of a second to load, so a small application of its own serves it,
// made when somebody first opens it.
function registerReferencePage(app: App): void {
  let page: ReturnType<typeof buildReferencePage> | undefined;
  for (const url of ['/api/docs', '/api/docs/*']) {
    app.get(url, { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
      // The page names its script relative to its own folder.
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
      // What is left out would send the reader, or the description, to somebody else's service.
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  return page;
}

/** The OpenAPI 3.1 document of an application that is ready. */
export function openApiDocument(app: App): object {
  return hoistSchemas(app.swagger() as Record<string, unknown>);
}
