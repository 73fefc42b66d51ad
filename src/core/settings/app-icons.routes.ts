import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { brandName } from '../../platform/mail/render-email.ts';
import { type IconShape, colorOf, drawFavicon, renderIcon } from './app-icons.ts';
import { siteOf } from '../hosts/hosts.http.ts';
import type { Site } from '../hosts/sites.ts';
import { readSettings } from './settings.access.ts';
import { findShownDeployment, readLogo } from './settings.queries.ts';

/** Systems cut maskable icons to a shape of their own, so the drawing keeps within four fifths of the width. */
const ICONS = new Map<string, IconShape & { purpose?: 'any' | 'maskable' }>([
  ['192.png', { size: 192, margin: null, purpose: 'any' }],
  ['512.png', { size: 512, margin: null, purpose: 'any' }],
  ['maskable-512.png', { size: 512, margin: 0.1, purpose: 'maskable' }],
  ['apple-180.png', { size: 180, margin: 0.06 }],
]);
/** Of a deployment with a logo. */
const FAVICON: IconShape = { size: 64, margin: null };

/** A change of the branding reaches browsers within an hour. */
const HEADERS = { 'cache-control': 'public, max-age=3600' };

/** Deployments whose icons are kept at once. */
const MOST_BRANDINGS = 20;

type Look = { name: string; color: string | null; logo: { deploymentId: number; version: string } | null };

/**
 * The favicon, the app icons and the manifest. Like the sign-in page, they show the branding of the deployment whose address it is, or of the only
 * deployment of an instance, and the product's if there are several (docs/api/settings.md#branding-of-the-sign-in-page).
 */
export function appIconRoutes(app: App, deps: Deps): void {
  const drawn = new Map<string, Promise<Buffer>>();
  const draw = (name: string, shape: IconShape, look: Look): Promise<Buffer> => {
    const key = `${name} ${versionOf(look)}`;
    const icon = drawn.get(key) ?? render(deps, shape, look);
    if (!drawn.has(key) && drawn.size > MOST_BRANDINGS * ICONS.size) drawn.clear();
    drawn.set(key, icon);
    icon.catch(() => drawn.delete(key));
    return icon;
  };

  app.get('/icons/:name', {
    config: { public: true },
    schema: { hide: true, params: Type.Object({ name: Type.String() }) },
    handler: async (request, reply) => {
      const { name } = request.params;
      const shape = ICONS.get(name) ?? (name === 'favicon' ? FAVICON : null);
      if (shape === null && name !== 'manifest.webmanifest') throw notFound('icon');
      const look = await readLook(deps, siteOf(request));
      reply.headers(HEADERS);
      if (shape === null) return reply.type('application/manifest+json').send(manifestOf(look));
      if (name === 'favicon' && look.logo === null) return reply.type('image/svg+xml').send(drawFavicon(look.color));
      return reply.type('image/png').send(await draw(name, shape, look));
    },
  });
}

async function readLook({ sql }: Deps, { deploymentId: own }: Site): Promise<Look> {
  const only = await findShownDeployment(sql, own);
  if (only === null) return { name: brandName({ Name: null, Color: null }), color: null, logo: null };
  const { deploymentId, logoVersion: version } = only;
  const { Branding } = await readSettings(sql, deploymentId);
  return {
    name: brandName(Branding),
    color: Branding.Color,
    logo: version === null ? null : { deploymentId, version },
  };
}

async function render({ sql }: Deps, shape: IconShape, { color, logo }: Look): Promise<Buffer> {
  return renderIcon(shape, color, logo === null ? null : await readLogo(sql, logo.deploymentId));
}

// In the addresses of icons, because systems keep the icons of an installed app.
const versionOf = ({ color, logo }: Look): string =>
  createHash('sha256').update(`${color} ${logo?.deploymentId} ${logo?.version}`).digest('base64url').slice(0, 8);

function manifestOf(look: Look): string {
  return JSON.stringify({
    name: look.name,
    short_name: look.name,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f7f8fa',
    theme_color: colorOf(look.color),
    icons: [...ICONS]
      .filter(([, { purpose }]) => purpose !== undefined)
      .map(([name, { size, purpose }]) => ({
        src: `/icons/${name}?v=${versionOf(look)}`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
  });
}
