import type { Deps } from '../../platform/deps.ts';
import type { Visit } from './visits.access.ts';

/** Visitors of one link leave turns of the renderer to everybody else, however much they request. */
export function renderingForLink(deps: Deps, { share }: Visit): Deps {
  const { renderer } = deps;
  return { ...deps, renderer: { ...renderer, ...renderer.onBehalfOf(`link ${share.shareId}`) } };
}
