import {
  Button,
  type CSSVariablesResolver,
  Input,
  type MantineThemeOverride,
  Skeleton,
  createTheme,
  defaultVariantColorsResolver,
} from '@mantine/core';
import { type Accent, DEFAULT_COLOR, LIGHT_SHADE, accentsOf, shadesOf } from './brand.ts';
import { DARK, DARK_SCHEME, GRAY, LIGHT_SCHEME, type Scheme } from './look/schemes.ts';

/** The typeface, an installed fallback of the same size, and the system font (docs/design.md#type). */
const FONTS = 'Figtree, "Figtree Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/** The theme of all pages, with the color of a deployment (`#rrggbb`). */
export function themeOf(color: string | null): MantineThemeOverride {
  return createTheme({
    colors: { brand: shadesOf(color ?? DEFAULT_COLOR), gray: GRAY, dark: DARK },
    primaryColor: 'brand',
    primaryShade: LIGHT_SHADE,
    black: GRAY[9],
    respectReducedMotion: true,
    fontFamily: FONTS,
    fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
    ...SCALES,
    variantColorResolver(input) {
      const colors = defaultVariantColorsResolver(input);
      const isAccent = input.variant === 'filled' && (input.color ?? 'brand') === 'brand';
      return isAccent ? { ...colors, color: 'var(--carrel-on-accent)' } : colors;
    },
    components: COMPONENTS,
  });
}

/** Sizes of text, space, corners and shadows. */
const SCALES = {
  fontSizes: { xs: '12px', sm: '14px', md: '15px', lg: '17px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(24px, 4vw, 30px)', lineHeight: '1.2' },
      h2: { fontSize: '22px', lineHeight: '1.25' },
      h3: { fontSize: '18px', lineHeight: '1.35' },
      h4: { fontSize: '16px', lineHeight: '1.4' },
      h5: { fontSize: '15px', lineHeight: '1.4' },
    },
  },
} as const satisfies MantineThemeOverride;

const COMPONENTS: NonNullable<MantineThemeOverride['components']> = {
  // Long labels wrap on narrow screens instead of being cut off.
  Button: Button.extend({
    styles: {
      root: {
        display: 'inline-flex',
        alignItems: 'center',
        justifyContent: 'center',
        height: 'auto',
        minHeight: 'max(var(--button-height), var(--carrel-target))',
        paddingBlock: 6,
        fontWeight: 550,
      },
      label: { whiteSpace: 'normal', lineHeight: 1.25 },
    },
  }),
  InputWrapper: Input.Wrapper.extend({ styles: { label: { fontWeight: 550, marginBottom: 4 } } }),
  Skeleton: Skeleton.extend({ defaultProps: { radius: 'lg' } }),
};

/** The CSS variables of both schemes, with the color of a deployment. */
export function variablesOf(color: string | null): CSSVariablesResolver {
  const accents = accentsOf(color ?? DEFAULT_COLOR);
  const light = { ...variablesOfScheme(LIGHT_SCHEME, accents.light), ...LIGHT_SHADOWS };
  const dark = { ...variablesOfScheme(DARK_SCHEME, accents.dark), ...DARK_SHADOWS };
  // The page on the desk of the product's own mark is amber; those of deployments have one color.
  const variables = { ...SIZES, '--carrel-mark-page': color === null ? '#ffb224' : 'var(--carrel-on-accent)' };
  return () => ({ variables, light, dark });
}

const SIZES = {
  '--carrel-text-small': '13px',
  '--carrel-text-touch': '16px',
  '--carrel-text-figure': '28px',
  '--carrel-paper': '#ffffff',
  '--carrel-film': '#000000',
  '--carrel-found': '#ffc83d',
  '--carrel-found-here': '#ff7a1a',
  '--carrel-alarm': '#c42b2b',
  '--carrel-space-tight': '4px',
  '--carrel-row': '48px',
  '--carrel-row-dense': '36px',
  '--carrel-quick': '120ms',
  '--carrel-target': '0px',
};

function brandVariables(accent: Accent): Record<string, string> {
  return {
    '--mantine-color-brand-text': accent.text,
    '--mantine-color-brand-light-color': accent.text,
    '--mantine-color-brand-outline': accent.text,
    '--mantine-color-brand-light': accent.soft,
    // Not a darker one, on which the text would be too faint.
    '--mantine-color-brand-light-hover': accent.soft,
    '--mantine-color-brand-filled': accent.fill,
    '--mantine-color-brand-filled-hover': accent.fillHover,
  };
}

function variablesOfScheme(scheme: Scheme, accent: Accent): Record<string, string> {
  const code = Object.entries(scheme.code).map(([name, color]) => [`--carrel-code-${name}`, color]);
  const kinds = Object.entries(scheme.kinds).map(([kind, color]) => [`--carrel-kind-${kind}`, color]);
  return {
    '--mantine-color-body': scheme.surface,
    '--mantine-color-text': scheme.text,
    '--mantine-color-dimmed': scheme.dimmed,
    '--mantine-color-placeholder': scheme.dimmed,
    '--mantine-color-error': scheme.error,
    '--mantine-color-red-light-color': scheme.error,
    '--mantine-color-red-text': scheme.error,
    '--mantine-color-red-outline': scheme.error,
    '--mantine-color-anchor': accent.text,
    ...brandVariables(accent),
    '--mantine-color-default': scheme.raised,
    '--mantine-color-default-hover': scheme.hover,
    '--mantine-color-default-color': scheme.text,
    '--mantine-color-default-border': scheme.outline,
    '--carrel-ground': scheme.ground,
    '--carrel-surface': scheme.surface,
    '--carrel-raised': scheme.raised,
    '--carrel-hover': scheme.hover,
    '--carrel-faint': scheme.hover,
    '--carrel-chosen': accent.soft,
    '--carrel-line': scheme.line,
    '--carrel-edge': scheme.edge,
    '--carrel-accent': accent.text,
    '--carrel-fill': accent.fill,
    '--carrel-on-accent': accent.onFill,
    '--carrel-success': scheme.success,
    '--carrel-warning': scheme.warning,
    '--carrel-kind-glyph': scheme.glyph,
    ...Object.fromEntries([...kinds, ...code]),
  };
}

/** Only elements above the page have a shadow. */
const LIGHT_SHADOWS = {
  '--mantine-shadow-xs': '0 1px 2px rgb(28 36 48 / 6%)',
  '--mantine-shadow-sm': '0 1px 3px rgb(28 36 48 / 8%)',
  '--mantine-shadow-md': '0 4px 16px rgb(28 36 48 / 12%)',
  '--mantine-shadow-lg': '0 8px 32px rgb(28 36 48 / 16%)',
  '--mantine-shadow-xl': '0 16px 56px rgb(28 36 48 / 22%)',
  '--carrel-shadow-up': '0 -4px 16px rgb(28 36 48 / 12%)',
  '--carrel-veil': 'rgb(28 36 48 / 40%)',
};

/** Darker, because shadows are less visible on dark pages. */
const DARK_SHADOWS = {
  '--mantine-shadow-xs': '0 1px 2px rgb(0 0 0 / 30%)',
  '--mantine-shadow-sm': '0 1px 3px rgb(0 0 0 / 35%)',
  '--mantine-shadow-md': '0 4px 16px rgb(0 0 0 / 45%)',
  '--mantine-shadow-lg': '0 8px 32px rgb(0 0 0 / 50%)',
  '--mantine-shadow-xl': '0 16px 56px rgb(0 0 0 / 60%)',
  '--carrel-shadow-up': '0 -4px 16px rgb(0 0 0 / 45%)',
  '--carrel-veil': 'rgb(4 6 9 / 60%)',
};
