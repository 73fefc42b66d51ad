import type { Deps } from '../../platform/deps.ts';
import { hit } from '../../platform/limits/throttle.ts';
import { QueueFullError } from '../../platform/limits/bounded-queue.ts';
import type { Visit } from './visits.access.ts';

const HOUR_MS = 3_600_000;
/** Renderings in an hour that visitors of one link cause: thousands of pages, each of which is then stored. */
const MOST = 2_000;

/** Visitors of one link leave turns of the renderer, and room for pages, to everybody else, however much they request. */
export function renderingForLink(deps: Deps, visit: Visit): Deps {
  const { renderer } = deps;
  const turns = renderer.onBehalfOf(`link ${visit.share.shareId}`);
  const inTurn: typeof turns.inTurn = (work, options) =>
    turns.inTurn(async (render) => {
      await countRendering(deps, visit);
      return work(render);
    }, options);
  return { ...deps, renderer: { ...renderer, ...turns, inTurn } };
}

// Visitors get 202, as if the server were busy. Users who wait for the same rendering ask again, too.
async function countRendering({ sql }: Deps, { share, actor }: Visit): Promise<void> {
  const throttle = { scope: 'link-renderings', subject: String(share.shareId), windowMs: HOUR_MS };
  const { hits } = await hit(sql, throttle, actor.now);
  if (hits > MOST) throw new QueueFullError('Visitors of this link have caused too many renderings.');
}
