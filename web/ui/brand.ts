/** Shades of the deployment's color that are readable whatever the color is (WCAG 2.2, 1.4.3 and 1.4.11). */

/** Ten shades, light to dark, in Mantine's format. */
export type Shades = readonly [string, string, string, string, string, string, string, string, string, string];

type Rgb = readonly [number, number, number];

/** The default color: ink. */
export const DEFAULT_COLOR = '#3451b2';

/** The shade for filled buttons, and for text on light backgrounds. */
export const LIGHT_SHADE = 6;
/** The shade for text on dark backgrounds. */
export const DARK_SHADE = 4;

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** The lightest background of text in the dark scheme, and the darkest in the light one, apart from the tints below. */
export const DARK_GROUND = '#2b323d';
export const LIGHT_GROUND = '#eef1f5';
/** The surfaces of both schemes, which tints are mixed with. */
export const DARK_SURFACE = '#1a1f27';
export const LIGHT_SURFACE = '#ffffff';
/** Text on light fills. */
export const INK = '#141921';

const MIN_CONTRAST = 4.6;
const MIN_CONTROL_CONTRAST = 3.05;
/** How much of the color is in the background of selected rows. */
const SOFT = { light: 0.1, dark: 0.16 };
/** From this luminance on, dark text on the color is readable. */
const BRIGHT = 0.22;

/** Shades around `color` (`#rrggbb`), darkened or lightened only as far as needed to be readable. */
export function shadesOf(color: string): Shades {
  const own = parse(color);
  const dark = until(own, BLACK, (shade) => isReadable(shade, LIGHT_GROUND, LIGHT_SURFACE, SOFT.light));
  const light = until(own, brightest(own), (shade) => isReadable(shade, DARK_GROUND, DARK_SURFACE, SOFT.dark));
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

/** The accent in one scheme. */
export type Accent = {
  /** Filled buttons, and the same below the pointer. */
  fill: string;
  fillHover: string;
  /** Text and icons on the fill. */
  onFill: string;
  /** Links and icons. */
  text: string;
  /** The background of selected rows. */
  soft: string;
};

/** The accents of both schemes, derived from one color (`#rrggbb`). */
export function accentsOf(color: string): { light: Accent; dark: Accent } {
  const shades = shadesOf(color);
  const [text, dark] = [shades[LIGHT_SHADE], shades[DARK_SHADE]];
  return {
    light: { fill: text, fillHover: shades[7], onFill: '#ffffff', text, soft: softOf(text, LIGHT_SURFACE, SOFT.light) },
    dark: { ...darkFill(parse(color)), text: dark, soft: softOf(dark, DARK_SURFACE, SOFT.dark) },
  };
}

/** The contrast of two colors (`#rrggbb`) as WCAG defines it: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return contrast(parse(one), parse(other));
}

// Bright colors stay as they are and get dark text. Others become as light as white text permits, which separates them from the
// dark surface.
function darkFill(own: Rgb): Pick<Accent, 'fill' | 'fillHover' | 'onFill'> {
  const isBright = luminance(own) >= BRIGHT;
  const onFill = isBright ? parse(INK) : WHITE;
  const raised = until(own, brightest(own), (shade) => contrast(shade, parse(DARK_SURFACE)) >= MIN_CONTROL_CONTRAST);
  const fill = until(raised, isBright ? WHITE : BLACK, (shade) => contrast(shade, onFill) >= 4.55);
  return { fill: print(fill), fillHover: print(mix(fill, isBright ? WHITE : BLACK, 0.1)), onFill: print(onFill) };
}

// A light color of the same hue. White in its place would turn links gray.
function brightest(own: Rgb): Rgb {
  const top = Math.max(...own);
  if (top === 0) return WHITE;
  const at = (index: 0 | 1 | 2) => (own[index] * 255) / top;
  return mix([at(0), at(1), at(2)], WHITE, 0.7);
}

function isReadable(shade: Rgb, ground: string, surface: string, part: number): boolean {
  const soft = parse(softOf(print(shade), surface, part));
  return contrast(shade, parse(ground)) >= MIN_CONTRAST && contrast(shade, soft) >= 4.55;
}

function softOf(color: string, surface: string, part: number): string {
  return print(mix(parse(surface), parse(color), part));
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
