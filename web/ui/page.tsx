import { MantineProvider } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { readableVariables, themeOf } from './theme.ts';
import css from './page.module.css';

/** The CSP nonce for style elements (Vite puts it into the page). */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** The theme of a deployment: its color, light or dark as the browser prefers. */
export function Look({ color, children }: { color: string | null; children: ReactNode }) {
  return (
    <MantineProvider
      theme={themeOf(color)}
      cssVariablesResolver={readableVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}

type Brand = { Name: string; LogoUri: string | null };

/** A page with the name and logo of the deployment. */
export function Page({ brand, title, children }: { brand: Brand | null; title: string; children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useFocusAfterMoving(main);
  return (
    <>
      <title>{title}</title>
      <header className={css.pageHead}>
        {typeof brand?.LogoUri === 'string' ? <img src={brand.LogoUri} alt="" /> : null}
        {brand?.Name}
      </header>
      <main className={css.pageMain} ref={main} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

// Moves the focus to the new content after navigation by keyboard or with a screen reader.
function useFocusAfterMoving(main: RefObject<HTMLElement | null>): void {
  const { href } = useLocation();
  const shown = useRef(href);
  useEffect(() => {
    if (shown.current !== href) main.current?.focus({ preventScroll: true });
    shown.current = href;
  }, [href, main]);
}

/** A page with one short message or form. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={`${css.card} ${css.cardNarrow}`}>{children}</div>;
}
