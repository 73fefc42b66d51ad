import { useState } from 'react';
import { TINT_SHADE, initialsOf, tintOf } from './initials.ts';
import css from './person.module.css';

type Props = {
  name: string;
  /** The UserId, or the address of somebody without an account. */
  of: number | string;
  /** The `PictureUri` in answers. */
  picture?: string | null;
  /** CSS pixels. */
  size?: number;
};

/** A person's picture, or the initials on a color of their own. Decorative: the name is beside it. */
export function Avatar({ name, of, picture = null, size = 24 }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const look = { width: size, height: size };
  if (picture !== null && picture !== broken) {
    return (
      <img
        className={css.avatar}
        style={look}
        src={pathOf(picture, size)}
        alt=""
        loading="lazy"
        onError={() => setBroken(picture)}
      />
    );
  }
  const background = `var(--mantine-color-${tintOf(of)}-${TINT_SHADE})`;
  return (
    <span
      className={css.avatar}
      style={{ ...look, background, fontSize: Math.round(size * 0.4) }}
      data-initials={initialsOf(name)}
      aria-hidden
    />
  );
}

/** Sizes of stored pictures, in pixels. */
const SIZES = [64, 128, 256] as const;

// The page's own origin, which the content security policy allows; twice the pixels for dense screens.
function pathOf(picture: string, size: number): string {
  const { pathname, searchParams } = new URL(picture, window.location.href);
  searchParams.set('size', String(SIZES.find((stored) => stored >= 2 * size) ?? SIZES[2]));
  return `${pathname}?${searchParams.toString()}`;
}
