/** Shades of the deployment's color that are readable whatever the color is (WCAG 2.2, 1.4.3 and 1.4.11). */

/** Ten shades, light to dark, in Mantine's format. */
export type Shades = readonly [string, string, string, string, string, string, string, string, string, string];

type Rgb = readonly [number, number, number];

/** The default color. */
export const DEFAULT_COLOR = '#1f5f8b';

/** The shade for filled buttons, and for text on light backgrounds. */
export const LIGHT_SHADE = 6;
/** The shade for text on dark backgrounds. */
export const DARK_SHADE = 4;

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** The lightest background of text in the dark scheme, and the darkest in the light one. */
export const DARK_GROUND = '#3b3b3b';
export const LIGHT_GROUND = '#f1f3f5';
const MIN_CONTRAST = 4.6;

/** Shades around `color` (`#rrggbb`), darkened or lightened only as far as needed to be readable. */
export function shadesOf(color: string): Shades {
  const own = parse(color);
  const dark = until(own, BLACK, (shade) => contrast(shade, parse(LIGHT_GROUND)) >= MIN_CONTRAST);
  const light = until(own, WHITE, (shade) => contrast(shade, parse(DARK_GROUND)) >= MIN_CONTRAST);
  const tint = (part: number) => print(mix(light, WHITE, part));
  const shade = (part: number) => print(mix(dark, BLACK, part));
  return [
    tint(0.9),
    tint(0.75),
    tint(0.5),
    tint(0.25),
    print(light),
    print(mix(light, dark, 0.5)),
    print(dark),
    shade(0.12),
    shade(0.25),
    shade(0.4),
  ];
}

/** The contrast of two colors (`#rrggbb`) as WCAG defines it: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return contrast(parse(one), parse(other));
}

function until(color: Rgb, end: Rgb, isGood: (color: Rgb) => boolean): Rgb {
  for (let part = 0; part < 1; part += 0.02) {
    const mixed = mix(color, end, part);
    if (isGood(mixed)) return mixed;
  }
  return end;
}

function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// Rounded, so that the checked color is the rendered one.
function mix(from: Rgb, to: Rgb, part: number): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * part);
  return [at(0), at(1), at(2)];
}

function parse(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function print(color: Rgb): string {
  return `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
