/** WCAG 2.2, 1.4.3. */
const MIN_CONTRAST = 4.5;

/** The color (`#rrggbb`), darkened only as far as needed for text on white, and for white text on it. */
export function readableColor(color: string): string {
  const value = Number.parseInt(color.slice(1), 16);
  const own = [value >> 16, (value >> 8) & 255, value & 255];
  for (let part = 1; part > 0; part -= 0.02) {
    const shade = own.map((channel) => Math.round(channel * part));
    if (1.05 / (luminance(shade) + 0.05) >= MIN_CONTRAST) return format(shade);
  }
  return '#000000';
}

function luminance(color: number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const format = (color: number[]) => `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
