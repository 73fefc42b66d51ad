/** Content negotiation by media type (RFC 9110, 12.5.1). */
import { Problem } from '../errors.ts';

type MediaRange = { type: string; weight: number };

/**
 * The offered media type that `Accept` prefers; on a tie, one named exactly rather than by `*`, then the first. The
 * first offered type without the header. Throws 406 if none is acceptable.
 */
export function chooseType<Type extends string>(header: string | undefined, offered: readonly [Type, ...Type[]]): Type {
  const mediaRanges = parseAccept(header ?? '');
  if (mediaRanges.length === 0) return offered[0];
  const rated = offered.map((type) => ({ type, ...rate(type, mediaRanges) }));
  const [best] = rated.sort((a, b) => b.weight - a.weight || b.precision - a.precision);
  if (best === undefined || best.weight === 0) {
    throw new Problem('/not_acceptable', `This can be had as ${offered.join(' or ')}.`);
  }
  return best.type;
}

// The most specific match counts, whatever its weight.
function rate(type: string, mediaRanges: MediaRange[]): { weight: number; precision: number } {
  const names = ['*/*', `${type.split('/')[0]}/*`, type];
  const matching = mediaRanges
    .map((mediaRange) => ({ weight: mediaRange.weight, precision: names.indexOf(mediaRange.type) }))
    .filter(({ precision }) => precision >= 0);
  return matching.sort((a, b) => b.precision - a.precision)[0] ?? { weight: 0, precision: -1 };
}

function parseAccept(header: string): MediaRange[] {
  return header.split(',').flatMap((item) => {
    const [type = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return [];
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    return [{ type, weight: weight >= 0 && weight <= 1 ? weight : 1 }];
  });
}
