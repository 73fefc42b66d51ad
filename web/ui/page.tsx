import { MantineProvider } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { readableVariables, themeOf } from './theme.ts';

/** The number that the policy of this page's answer asks of style elements (Vite puts it there). */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** The look of a deployment: what is inside wears its colour; light or dark as the browser wants it. */
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

/** A page: the deployment's name and logo, and what the page is about. */
export function Page({ brand, title, children }: { brand: Brand | null; title: string; children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useFocusAfterMoving(main);
  return (
    <>
      <title>{title}</title>
      <header className="page-head">
        {typeof brand?.LogoUri === 'string' ? <img src={brand.LogoUri} alt="" /> : null}
        {brand?.Name}
      </header>
      <main className="page-main" ref={main} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

// Whoever follows a link by keyboard or with a screen reader goes on where the new content begins.
function useFocusAfterMoving(main: RefObject<HTMLElement | null>): void {
  const { href } = useLocation();
  const shown = useRef(href);
  useEffect(() => {
    if (shown.current !== href) main.current?.focus({ preventScroll: true });
    shown.current = href;
  }, [href, main]);
}

/** A page with one short thing to say or to ask. */
export function Card({ children }: { children: ReactNode }) {
  return <div className="card card-narrow">{children}</div>;
}
