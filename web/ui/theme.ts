import { Button, type CSSVariablesResolver, type MantineThemeOverride, createTheme } from '@mantine/core';
import { DARK_SHADE, DEFAULT_COLOR, LIGHT_SHADE, shadesOf } from './brand.ts';

/** The theme of all pages, with the color of a deployment (`#rrggbb`). */
export function themeOf(color: string | null): MantineThemeOverride {
  return createTheme({
    colors: { brand: shadesOf(color ?? DEFAULT_COLOR) },
    primaryColor: 'brand',
    primaryShade: LIGHT_SHADE,
    defaultRadius: 'md',
    respectReducedMotion: true,
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
    headings: { textWrap: 'balance', sizes: { h1: { fontSize: 'clamp(1.5rem, 5vw, 2rem)' } } },
    components: {
      // Long labels wrap on narrow screens instead of being cut off.
      Button: Button.extend({
        styles: {
          root: {
            display: 'inline-flex',
            alignItems: 'center',
            justifyContent: 'center',
            height: 'auto',
            minHeight: 'var(--button-height)',
            paddingBlock: 6,
          },
          label: { whiteSpace: 'normal', lineHeight: 1.25 },
        },
      }),
    },
  });
}

/** Fixes for Mantine colors that fail WCAG AA. */
export const readableVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-brand-light-color': `var(--mantine-color-brand-${LIGHT_SHADE})`,
    '--mantine-color-default-border': 'var(--mantine-color-gray-6)',
    '--carrel-ground': 'var(--mantine-color-gray-0)',
    '--carrel-hover': 'var(--mantine-color-gray-1)',
    '--carrel-faint': 'var(--mantine-color-gray-1)',
    '--carrel-chosen': 'color-mix(in srgb, var(--mantine-color-anchor) 12%, var(--mantine-color-body))',
    '--carrel-line': 'var(--mantine-color-gray-3)',
    '--carrel-edge': 'var(--mantine-color-gray-6)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': '#9e9e9e',
    '--mantine-color-error': '#ffa8a8',
    '--mantine-color-red-light-color': '#ffa8a8',
    '--mantine-color-anchor': `var(--mantine-color-brand-${DARK_SHADE})`,
    '--mantine-color-brand-light-color': `var(--mantine-color-brand-${DARK_SHADE})`,
    '--mantine-color-default-border': 'var(--mantine-color-dark-2)',
    '--carrel-ground': 'var(--mantine-color-dark-8)',
    '--carrel-hover': 'var(--mantine-color-dark-6)',
    '--carrel-faint': 'var(--mantine-color-dark-6)',
    '--carrel-chosen': 'color-mix(in srgb, var(--mantine-color-anchor) 20%, var(--mantine-color-body))',
    '--carrel-line': 'var(--mantine-color-dark-4)',
    '--carrel-edge': 'var(--mantine-color-dark-2)',
  },
});
